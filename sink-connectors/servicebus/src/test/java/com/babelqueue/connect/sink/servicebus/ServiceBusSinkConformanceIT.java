package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's projection block, read back by the plain SDK. */
class ServiceBusSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() {
    return new ContractPeer(ServiceBusPeer.start(), false);
  }
}
