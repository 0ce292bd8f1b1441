/**
 * The source connector for Azure Service Bus. Begin with {@link
 * com.babelqueue.connect.source.servicebus.ServiceBusSourceConnector}, the class a connector JSON
 * names; {@link com.babelqueue.connect.source.servicebus.ServiceBusSourceConfig} holds its keys,
 * and {@link com.babelqueue.connect.source.servicebus.ServiceBusReceiver} is where the engine's
 * calls become the SDK's.
 */
package com.babelqueue.connect.source.servicebus;
