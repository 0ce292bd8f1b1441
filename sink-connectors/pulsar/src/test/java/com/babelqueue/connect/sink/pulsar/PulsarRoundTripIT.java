package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/** Kafka to Pulsar and back, with the record's key as the message key. */
class PulsarRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() throws Exception {
    return PulsarPeer.start();
  }
}
