/**
 * What is measured for one broker: {@link
 * com.babelqueue.connect.benchmark.bridge.rabbitmq.RabbitMqBenched} gives the connectors their
 * settings, {@link com.babelqueue.connect.benchmark.bridge.rabbitmq.RabbitMqLoops} is what they are
 * measured against.
 */
package com.babelqueue.connect.benchmark.bridge.rabbitmq;
