/**
 * The RabbitMQ part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.rabbitmq.RabbitMqScene}.
 */
package com.babelqueue.connect.quickstart.rabbitmq;
