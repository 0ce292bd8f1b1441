package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** Every promise of a sink, on a queue without sessions. */
class ServiceBusSinkContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() {
    return new ContractPeer(ServiceBusPeer.start(), false);
  }
}
