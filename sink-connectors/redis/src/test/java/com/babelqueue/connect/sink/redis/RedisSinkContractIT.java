package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** The promises of every sink, kept on Redis. */
class RedisSinkContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() {
    return RedisPeer.start();
  }
}
