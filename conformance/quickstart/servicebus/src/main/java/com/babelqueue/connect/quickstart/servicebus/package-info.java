/**
 * The Service Bus part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.servicebus.ServiceBusScene}.
 */
package com.babelqueue.connect.quickstart.servicebus;
