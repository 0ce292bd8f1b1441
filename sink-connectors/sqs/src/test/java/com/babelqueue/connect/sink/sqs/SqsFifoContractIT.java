package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** The sink contract on FIFO queues, order included. */
class SqsFifoContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() {
    return ContractPeer.start(true);
  }
}
