/**
 * The source connector for Apache Pulsar. Begin with {@link
 * com.babelqueue.connect.source.pulsar.PulsarSourceConnector}, the class a connector JSON names;
 * {@link com.babelqueue.connect.source.pulsar.PulsarSourceConfig} holds its keys, and {@code
 * PulsarReceiver} is where receiving and settling come together.
 */
package com.babelqueue.connect.source.pulsar;
