package com.babelqueue.connect.sink.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.contract.ConnectorExample;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The JSON that the README shows is posted as it is, but for the address of the test's broker. */
class ConfigExampleIT {
  private static final String QUEUE = "orders";

  @Test
  void theExampleValidatesAndRuns() throws IOException {
    ConnectorExample example = ConnectorExample.read("servicebus-sink.json");
    assertThat(example.settings())
        .containsEntry("servicebus.entity", QUEUE)
        .containsEntry("topics", QUEUE);

    try (ServiceBusBridge bridge = ServiceBusBridge.start()) {
      bridge.peer().createQueue(QUEUE);
      bridge.createTopic(QUEUE);
      bridge.write(QUEUE, Orders.envelope(5));
      bridge.write(QUEUE, "poison");
      bridge.write(QUEUE, Orders.envelope(6));
      example.settings().putAll(ServiceBusPeer.connection(bridge.peer().address().getPort()));
      example.settings().put("errors.deadletterqueue.topic.replication.factor", "1");

      assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, example.settings())).isEmpty();
      bridge.rest().put(example.name(), example.settings());

      assertThat(bridge.peer().take(QUEUE, 2, ServiceBusBridge.LIMIT))
          .extracting(ServiceBusReceivedMessage::getMessageId)
          .containsExactly(Orders.id(5), Orders.id(6));
    }
  }
}
