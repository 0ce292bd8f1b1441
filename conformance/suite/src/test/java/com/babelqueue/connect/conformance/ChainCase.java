package com.babelqueue.connect.conformance;

import java.util.List;

/**
 * What a chain of transforms makes of some records.
 *
 * @param given the records, in their order
 * @param expected what comes out, in its order within each topic
 */
record ChainCase(List<ChainInput> given, List<ChainOutput> expected) {}
