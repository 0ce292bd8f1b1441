package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** The promises of every sink, kept on Pulsar. */
class PulsarSinkContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return PulsarPeer.start();
  }
}
