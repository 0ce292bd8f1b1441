package com.babelqueue.connect.source.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The JSON that the README shows is posted as it is, but for the address of the test's broker. */
class ConfigExampleIT {
  private static final String QUEUE = "orders";

  @Test
  void theExampleValidatesAndRuns() throws IOException {
    JsonNode example =
        new ObjectMapper()
            .readTree(
                Path.of(
                        System.getProperty("babelqueue.root"),
                        "config-examples",
                        "servicebus-source.json")
                    .toFile());
    Map<String, String> config = new HashMap<>();
    example
        .get("config")
        .properties()
        .forEach(entry -> config.put(entry.getKey(), entry.getValue().textValue()));
    assertThat(config)
        .containsEntry("servicebus.queues", QUEUE)
        .containsEntry("kafka.topic", QUEUE);

    try (ServiceBusBridge bridge = ServiceBusBridge.start()) {
      bridge.peer().send(bridge.peer().createQueue(QUEUE), ServiceBusBridge.envelope(5));
      config.putAll(bridge.peer().connection());

      assertThat(bridge.rest().validate(ServiceBusBridge.CONNECTOR, config)).isEmpty();
      bridge.rest().put(example.get("name").textValue(), config);

      assertThat(ServiceBusBridge.text(bridge.records(QUEUE, 1).get(0).value()))
          .isEqualTo(ServiceBusBridge.envelope(5));
    }
  }
}
