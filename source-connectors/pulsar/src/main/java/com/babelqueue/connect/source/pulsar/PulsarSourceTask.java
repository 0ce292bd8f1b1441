package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.pulsar.PulsarBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link PulsarSourceConnector}: the one source task, with Pulsar below it. */
public final class PulsarSourceTask extends BridgeSourceTask {
  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new PulsarSourceConfig(props);
  }

  @Override
  protected BrokerBinding binding() {
    return PulsarBinding.BINDING;
  }

  @Override
  protected Receiver receiver(SourceConfig config, Clock clock) {
    return new PulsarReceiver((PulsarSourceConfig) config);
  }
}
