package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's attributes of an SQS message, as a real worker writes them. */
class SqsSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() {
    return ContractPeer.start(false);
  }
}
