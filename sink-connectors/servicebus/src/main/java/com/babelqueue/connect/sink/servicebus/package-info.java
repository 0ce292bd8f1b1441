/**
 * The sink connector for Azure Service Bus. Begin with {@link
 * com.babelqueue.connect.sink.servicebus.ServiceBusSinkConnector}, the class a connector JSON
 * names; {@link com.babelqueue.connect.sink.servicebus.ServiceBusSinkConfig} holds its keys, and
 * {@link com.babelqueue.connect.sink.servicebus.ServiceBusSender} is all that knows how Service Bus
 * takes messages.
 */
package com.babelqueue.connect.sink.servicebus;
