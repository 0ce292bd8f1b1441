/**
 * Measures connectors in a worker against bare loops of the same clients, each in a JVM of its own:
 * begin with {@link com.babelqueue.connect.benchmark.bridge.BridgeBenchmark}, which each broker's
 * module runs.
 */
package com.babelqueue.connect.benchmark.bridge;
