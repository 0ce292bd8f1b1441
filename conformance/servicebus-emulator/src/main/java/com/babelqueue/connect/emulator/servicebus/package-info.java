/**
 * A server that behaves like Azure Service Bus towards its official SDK, for tests on machines that
 * cannot reach the real one. Begin with {@link
 * com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator}, whose class comment also says
 * what is not imitated.
 */
package com.babelqueue.connect.emulator.servicebus;
