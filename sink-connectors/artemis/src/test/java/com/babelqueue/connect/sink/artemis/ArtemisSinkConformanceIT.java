package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's projection block, read back from a real Artemis. */
class ArtemisSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return ArtemisPeer.start();
  }
}
