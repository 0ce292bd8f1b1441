/**
 * What is measured for one broker: {@link
 * com.babelqueue.connect.benchmark.bridge.pulsar.PulsarBenched} gives the connectors their
 * settings, {@link com.babelqueue.connect.benchmark.bridge.pulsar.PulsarLoops} is what they are
 * measured against.
 */
package com.babelqueue.connect.benchmark.bridge.pulsar;
