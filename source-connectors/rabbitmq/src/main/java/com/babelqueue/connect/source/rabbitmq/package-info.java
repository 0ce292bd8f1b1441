/**
 * The source connector that reads RabbitMQ queues into Kafka topics. Begin with {@link
 * com.babelqueue.connect.source.rabbitmq.RabbitMqSourceConfig} for what can be set, and with {@link
 * com.babelqueue.connect.source.rabbitmq.RabbitMqReceiver} for how messages are received and
 * settled; {@link com.babelqueue.connect.source.rabbitmq.ChannelSession} is one channel's life.
 */
package com.babelqueue.connect.source.rabbitmq;
