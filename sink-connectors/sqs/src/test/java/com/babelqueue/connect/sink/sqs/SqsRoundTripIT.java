package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/** Through a standard queue, which carries no key. */
class SqsRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() {
    return ContractPeer.start(false);
  }
}
