/**
 * What both ends of Azure Service Bus share: settings, clients, the binding of the contract and the
 * failure table. Begin with {@link com.babelqueue.connect.broker.servicebus.ServiceBusSettings};
 * {@link com.babelqueue.connect.broker.servicebus.ServiceBusClients} builds the SDK's clients from
 * it for an {@link com.babelqueue.connect.broker.servicebus.EntityPath}, {@link
 * com.babelqueue.connect.broker.servicebus.ServiceBusBinding} names the contract's native fields
 * and reads them, {@link com.babelqueue.connect.broker.servicebus.ServiceBusProjection} writes
 * them, {@link com.babelqueue.connect.broker.servicebus.AmqpValues} turns AMQP's types into plain
 * ones, and {@link com.babelqueue.connect.broker.servicebus.ServiceBusFailures} says which failures
 * pass.
 */
package com.babelqueue.connect.broker.servicebus;
