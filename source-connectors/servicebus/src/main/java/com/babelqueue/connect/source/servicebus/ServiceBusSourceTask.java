package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.servicebus.ServiceBusBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/**
 * The task of {@link ServiceBusSourceConnector}: the one source task, with Service Bus below it.
 */
public final class ServiceBusSourceTask extends BridgeSourceTask {
  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new ServiceBusSourceConfig(props);
  }

  @Override
  protected BrokerBinding binding() {
    return ServiceBusBinding.BINDING;
  }

  @Override
  protected Receiver receiver(SourceConfig config, Clock clock) {
    return new ServiceBusReceiver((ServiceBusSourceConfig) config, clock, System::nanoTime);
  }
}
