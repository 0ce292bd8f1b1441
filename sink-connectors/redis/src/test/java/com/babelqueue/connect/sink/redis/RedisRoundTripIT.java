package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/** From Kafka through a Redis list and back. */
class RedisRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() {
    return RedisPeer.start();
  }
}
