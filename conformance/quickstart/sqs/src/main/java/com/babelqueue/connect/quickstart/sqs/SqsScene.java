package com.babelqueue.connect.quickstart.sqs;

import com.babelqueue.connect.harness.SqsBroker;
import com.babelqueue.connect.quickstart.scene.Scene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/** Starts ElasticMQ, or takes the service given by {@link SqsBroker#ENDPOINT_PROPERTY}. */
public final class SqsScene implements Scene {
  private static final String QUEUES = "sqs.queues";

  /** For {@link java.util.ServiceLoader}. */
  public SqsScene() {}

  @Override
  public Stage open(Map<String, String> config) {
    SqsBroker broker = SqsBroker.start();
    try {
      return SqsStage.open(broker, queue(config.getOrDefault(QUEUES, "orders")));
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /** The connector takes names, URLs and ARNs; the name is the last part of each. */
  private static String queue(String queues) {
    String first = queues.split(",", -1)[0].trim();
    int end = Math.max(first.lastIndexOf('/'), first.lastIndexOf(':'));
    return first.substring(end + 1);
  }
}
