package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.artemis.ArtemisBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link ArtemisSourceConnector}: the one source task, with Artemis below it. */
public final class ArtemisSourceTask extends BridgeSourceTask {
  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new ArtemisSourceConfig(props);
  }

  @Override
  protected BrokerBinding binding() {
    return ArtemisBinding.BINDING;
  }

  @Override
  protected Receiver receiver(SourceConfig config, Clock clock) {
    return new ArtemisReceiver((ArtemisSourceConfig) config, System::nanoTime);
  }
}
