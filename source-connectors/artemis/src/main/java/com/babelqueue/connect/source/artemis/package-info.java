/**
 * The source connector that reads ActiveMQ Artemis queues into Kafka topics. Begin with {@link
 * com.babelqueue.connect.source.artemis.ArtemisSourceConfig} for what can be set, and with {@link
 * com.babelqueue.connect.source.artemis.ArtemisReceiver} for how messages are received and settled;
 * {@link com.babelqueue.connect.source.artemis.QueueSession} is one connection's life.
 */
package com.babelqueue.connect.source.artemis;
