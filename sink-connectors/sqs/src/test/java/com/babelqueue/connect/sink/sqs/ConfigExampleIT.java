package com.babelqueue.connect.sink.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/** The JSON that the README shows is posted as it is, but for the address of the test's broker. */
class ConfigExampleIT {
  private static final String QUEUE = "orders";

  @Test
  void theExampleValidatesAndRuns() throws IOException {
    JsonNode example =
        new ObjectMapper()
            .readTree(
                Path.of(System.getProperty("babelqueue.root"), "config-examples", "sqs-sink.json")
                    .toFile());
    String name = example.get("name").textValue();
    Map<String, String> config = new HashMap<>();
    example
        .get("config")
        .properties()
        .forEach(entry -> config.put(entry.getKey(), entry.getValue().textValue()));
    assertThat(config).containsEntry("sqs.queue", QUEUE).containsEntry("topics", QUEUE);

    try (SqsBridge bridge = SqsBridge.start(UnaryOperator.identity())) {
      bridge.peer().createQueue(QUEUE);
      String body = SqsBridge.envelope(5, "n");
      bridge.write(QUEUE, null, body);
      bridge.write(QUEUE, null, "poison");
      config.putAll(bridge.peer().connection(bridge.peer().endpoint().toString()));
      config.put("errors.deadletterqueue.topic.replication.factor", "1");

      assertThat(bridge.rest().validate(SqsBridge.CONNECTOR, config)).isEmpty();
      bridge.rest().put(name, config);

      assertThat(bridge.peer().take(QUEUE, 1, SqsBridge.LIMIT))
          .extracting(Message::body)
          .containsExactly(body);
    }
  }
}
