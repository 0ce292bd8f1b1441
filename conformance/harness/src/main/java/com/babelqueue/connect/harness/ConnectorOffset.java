package com.babelqueue.connect.harness;

import java.util.Map;

/**
 * One committed offset of a connector, as its REST port tells it.
 *
 * @param partition the source partition, or topic and partition of a sink
 * @param offset the offset; empty when the worker holds none
 */
public record ConnectorOffset(Map<String, Object> partition, Map<String, Object> offset) {}
