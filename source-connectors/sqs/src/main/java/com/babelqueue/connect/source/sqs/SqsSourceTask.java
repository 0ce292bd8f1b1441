package com.babelqueue.connect.source.sqs;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.sqs.SqsBinding;
import com.babelqueue.connect.source.BridgeSourceTask;
import com.babelqueue.connect.source.Receiver;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Clock;
import java.util.Map;

/** The task of {@link SqsSourceConnector}: the one source task, with SQS below it. */
public final class SqsSourceTask extends BridgeSourceTask {
  @Override
  protected SourceConfig configure(Map<String, String> props) {
    return new SqsSourceConfig(props);
  }

  @Override
  protected BrokerBinding binding() {
    return SqsBinding.BINDING;
  }

  @Override
  protected Receiver receiver(SourceConfig config, Clock clock) {
    return new SqsReceiver((SqsSourceConfig) config);
  }
}
