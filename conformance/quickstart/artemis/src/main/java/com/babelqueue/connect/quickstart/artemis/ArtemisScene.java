package com.babelqueue.connect.quickstart.artemis;

import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.quickstart.scene.BrokerScene;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.util.Map;

/** Starts an embedded ActiveMQ Artemis. */
public final class ArtemisScene extends BrokerScene<ArtemisBroker> {

  /** For {@link java.util.ServiceLoader}. */
  public ArtemisScene() {
    super(ArtemisBroker::start, "artemis.queues");
  }

  @Override
  protected Stage open(ArtemisBroker broker, String queue, Map<String, String> config) {
    return ArtemisStage.open(broker, queue);
  }
}
