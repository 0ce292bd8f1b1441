package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.contract.RoundTripContract;
import com.babelqueue.connect.contract.RoundTripPeer;

/**
 * Kafka to RabbitMQ and back: with the key as routing key, which the source makes the key again.
 */
class RabbitMqRoundTripIT extends RoundTripContract {
  @Override
  protected RoundTripPeer startPeer() throws Exception {
    return RabbitMqPeer.toExchanges();
  }
}
