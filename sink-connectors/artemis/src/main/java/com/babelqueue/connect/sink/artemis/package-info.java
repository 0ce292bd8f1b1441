/**
 * The sink connector that writes Kafka topics to ActiveMQ Artemis queues. Begin with {@link
 * com.babelqueue.connect.sink.artemis.ArtemisSinkConfig} for what can be set, and with {@link
 * com.babelqueue.connect.sink.artemis.ArtemisSender} for how messages are sent and confirmed;
 * {@link com.babelqueue.connect.sink.artemis.SendingConnection} is one connection's life.
 */
package com.babelqueue.connect.sink.artemis;
