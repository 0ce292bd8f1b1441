package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;

/** The source contract on one session of Service Bus, whose order outlives a lost connection. */
class ServiceBusSessionContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() {
    return new ContractPeer(ServiceBusPeer.start(), true);
  }
}
