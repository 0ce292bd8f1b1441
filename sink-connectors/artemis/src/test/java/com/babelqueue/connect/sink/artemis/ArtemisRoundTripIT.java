package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/** Kafka to Artemis and back, with the record's key as the message group. */
class ArtemisRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() throws Exception {
    return ArtemisPeer.start();
  }
}
