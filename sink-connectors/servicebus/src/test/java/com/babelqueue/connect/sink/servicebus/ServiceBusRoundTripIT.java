package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/** Kafka to Service Bus and back, with the record's key, where there is one, as partition key. */
class ServiceBusRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() {
    return new ContractPeer(ServiceBusPeer.start(), true);
  }
}
