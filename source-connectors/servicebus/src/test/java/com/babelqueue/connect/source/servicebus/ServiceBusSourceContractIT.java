package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;

/** The source contract on Service Bus. */
class ServiceBusSourceContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() {
    return new ContractPeer(ServiceBusPeer.start(), false);
  }
}
