package com.babelqueue.connect.quickstart.pulsar;

import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/**
 * Starts a Pulsar broker in one more JVM, or takes the one given by {@link
 * PulsarBroker#URL_PROPERTY}.
 */
public final class PulsarScene extends BrokerScene<PulsarBroker> {

  /** For {@link java.util.ServiceLoader}. */
  public PulsarScene() {
    super(PulsarBroker::start, "pulsar.topics");
  }

  @Override
  protected Stage open(PulsarBroker broker, String queue, Map<String, String> config) {
    return PulsarStage.open(broker, queue, config);
  }
}
