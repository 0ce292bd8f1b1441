/**
 * The sink connector that writes Kafka topics to RabbitMQ. Begin with {@link
 * com.babelqueue.connect.sink.rabbitmq.RabbitMqSinkConfig} for what can be set, and with {@link
 * com.babelqueue.connect.sink.rabbitmq.RabbitMqSender} for how messages are sent; {@link
 * com.babelqueue.connect.sink.rabbitmq.PublishSession} is one channel's life, {@link
 * com.babelqueue.connect.sink.rabbitmq.Routing} says where a message goes and {@link
 * com.babelqueue.connect.sink.rabbitmq.UnconfirmedPublishes} what the broker made of it.
 */
package com.babelqueue.connect.sink.rabbitmq;
