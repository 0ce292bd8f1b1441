/**
 * The sink connector for Apache Pulsar topics. Begin with {@link
 * com.babelqueue.connect.sink.pulsar.PulsarSinkConnector}, the class a connector JSON names; {@link
 * com.babelqueue.connect.sink.pulsar.PulsarSinkConfig} holds its keys. {@code PulsarSender} is what
 * the engine drives, {@code SendingSession} one connection of it, and {@code TopicProducer} sends
 * to one topic and says what became of each message.
 */
package com.babelqueue.connect.sink.pulsar;
