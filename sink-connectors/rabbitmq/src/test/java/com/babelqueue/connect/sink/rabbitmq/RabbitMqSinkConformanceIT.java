package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.contract.SinkConformance;
import com.babelqueue.connect.contract.SinkPeer;

/** The suite's projection to AMQP, as a plain client reads it. */
class RabbitMqSinkConformanceIT extends SinkConformance {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return RabbitMqPeer.toQueues();
  }
}
