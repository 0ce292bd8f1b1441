package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;

/** The promises of every source, kept for Pulsar. */
class PulsarSourceContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() throws Exception {
    return PulsarPeer.start();
  }
}
