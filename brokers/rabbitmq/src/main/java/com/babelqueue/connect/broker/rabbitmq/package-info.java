/**
 * What both ends of RabbitMQ (AMQP 0-9-1) share: settings, connections, the binding of the contract
 * and the failure table. Begin with {@link
 * com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings}; {@link
 * com.babelqueue.connect.broker.rabbitmq.RabbitMqConnections} opens connections from it, {@link
 * com.babelqueue.connect.broker.rabbitmq.QueueDeclaration} looks for or declares queues, {@link
 * com.babelqueue.connect.broker.rabbitmq.RabbitMqBinding} names the contract's native fields,
 * {@link com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection} writes them, {@link
 * com.babelqueue.connect.broker.rabbitmq.RabbitMqHeaders} and {@link
 * com.babelqueue.connect.broker.rabbitmq.RabbitMqMetadata} turn the client's types into plain ones,
 * and {@link com.babelqueue.connect.broker.rabbitmq.RabbitMqFailures} says which failures pass.
 */
package com.babelqueue.connect.broker.rabbitmq;
