package com.babelqueue.connect.interop;

import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import java.util.Map;

/** The Service Bus emulator of this repository; there is no other that runs without containers. */
final class ServiceBusAccess extends BrokerAccess {
  private final ServiceBusEmulator emulator;

  ServiceBusAccess() {
    super(BrokerKind.SERVICEBUS, "the emulator in conformance/servicebus-emulator");
    emulator = ServiceBusEmulator.start();
  }

  @Override
  Address address() {
    return new Address(
        "sb://localhost",
        Map.of("AZURE_SERVICEBUS_CONNECTION_STRING", emulator.connectionString()));
  }

  @Override
  void createQueue(String queue) {
    emulator.createQueue(queue, EntityOptions.standard());
  }

  @Override
  Map<String, String> connection() {
    return Map.of("servicebus.connection.string", emulator.connectionString());
  }

  @Override
  public void close() {
    emulator.close();
  }
}
