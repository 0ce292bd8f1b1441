/**
 * The conformance cases as named tests: begin with {@link
 * com.babelqueue.connect.conformance.SuiteTests}, which runs a {@link
 * com.babelqueue.connect.conformance.Suite} with one {@link
 * com.babelqueue.connect.conformance.BlockRunner} for each block.
 *
 * <p>A suite is a directory with a {@code manifest.json} and the files it names; {@link
 * com.babelqueue.connect.conformance.SuiteDirectories} finds the ones to run. Nothing here knows an
 * implementation: the runners, which are tests, do.
 */
package com.babelqueue.connect.conformance;
