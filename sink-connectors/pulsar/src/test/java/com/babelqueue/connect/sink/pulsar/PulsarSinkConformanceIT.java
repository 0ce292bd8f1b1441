package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's Pulsar block through a worker: properties, types and nothing else. */
class PulsarSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return PulsarPeer.start();
  }
}
