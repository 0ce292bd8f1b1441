package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;

/** The promises of every source, with a real Redis server. */
class RedisSourceContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() {
    return RedisPeer.start();
  }
}
