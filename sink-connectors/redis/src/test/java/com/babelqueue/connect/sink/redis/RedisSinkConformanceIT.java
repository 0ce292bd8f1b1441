package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's Redis block through a worker: the element is the bare envelope. */
class RedisSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() {
    return RedisPeer.start();
  }
}
