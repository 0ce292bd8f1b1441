package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;

/** The promises of every source, with Artemis below. */
class ArtemisSourceContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() throws Exception {
    return ArtemisPeer.start();
  }
}
