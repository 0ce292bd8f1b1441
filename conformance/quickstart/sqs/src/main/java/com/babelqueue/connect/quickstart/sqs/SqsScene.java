package com.babelqueue.connect.quickstart.sqs;

import com.babelqueue.connect.harness.SqsBroker;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/** Starts ElasticMQ, or takes the service given by {@link SqsBroker#ENDPOINT_PROPERTY}. */
public final class SqsScene extends BrokerScene<SqsBroker> {

  /** For {@link java.util.ServiceLoader}. */
  public SqsScene() {
    super(SqsBroker::start, "sqs.queues");
  }

  @Override
  protected Stage open(SqsBroker broker, String queue, Map<String, String> config) {
    return SqsStage.open(broker, name(queue));
  }

  /** The connector takes names, URLs and ARNs; the name is the last part of each. */
  private static String name(String queue) {
    return queue.substring(Math.max(queue.lastIndexOf('/'), queue.lastIndexOf(':')) + 1);
  }
}
