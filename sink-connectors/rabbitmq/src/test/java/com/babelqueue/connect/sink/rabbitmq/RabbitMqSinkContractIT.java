package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.contract.SinkContract;
import com.babelqueue.connect.contract.SinkPeer;

/** The sink contract on RabbitMQ, over the default exchange. */
class RabbitMqSinkContractIT extends SinkContract {
  @Override
  protected SinkPeer startPeer() throws Exception {
    return RabbitMqPeer.toQueues();
  }
}
