/**
 * What is measured for one broker: {@link
 * com.babelqueue.connect.benchmark.bridge.servicebus.ServiceBusBenched} gives the connectors their
 * settings, {@link com.babelqueue.connect.benchmark.bridge.servicebus.ServiceBusLoops} is what they
 * are measured against.
 */
package com.babelqueue.connect.benchmark.bridge.servicebus;
