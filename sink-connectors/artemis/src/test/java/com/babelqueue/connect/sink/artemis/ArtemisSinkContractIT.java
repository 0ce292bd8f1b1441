package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** Every promise of a sink, on a real Artemis. */
class ArtemisSinkContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return ArtemisPeer.start();
  }
}
