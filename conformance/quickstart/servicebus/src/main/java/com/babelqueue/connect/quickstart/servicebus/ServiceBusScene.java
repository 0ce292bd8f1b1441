package com.babelqueue.connect.quickstart.servicebus;

import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/** Starts the emulator of this repository, since there is no Service Bus to install. */
public final class ServiceBusScene extends BrokerScene<ServiceBusEmulator> {

  /** For {@link java.util.ServiceLoader}. */
  public ServiceBusScene() {
    super(ServiceBusEmulator::start, "servicebus.queues");
  }

  @Override
  protected Stage open(ServiceBusEmulator broker, String queue, Map<String, String> config) {
    return ServiceBusStage.open(broker, queue);
  }
}
