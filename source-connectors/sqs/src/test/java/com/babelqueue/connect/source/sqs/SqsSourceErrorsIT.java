package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.source.sqs.SqsBridge.LIMIT;
import static com.babelqueue.connect.source.sqs.SqsBridge.envelope;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong settings and bad messages, as an operator meets them on a worker. */
class SqsSourceErrorsIT {
  private static SqsBridge bridge;

  @BeforeAll
  static void start() {
    bridge = SqsBridge.start();
    bridge.peer().createQueue("exists", 30);
  }

  @AfterAll
  static void stop() {
    bridge.close();
  }

  @Test
  void goodSettingsAreFoundGood() {
    assertThat(validate("exists", "orders")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "sqs.wait.second,  1,                       sqs.wait.second,       sqs.wait.seconds",
    "sqs.queues,       missing,                 sqs.queues,            missing",
    "sqs.endpoint,     http://127.0.0.1:1,      sqs.endpoint,          exists",
    "sqs.endpoint,     127.0.0.1,               sqs.endpoint,          http",
    "sqs.secret.access.key, '',                 sqs.secret.access.key, sqs.access.key.id",
    "kafka.topic,      no spaces please,        kafka.topic,           topic",
    "value.converter,  org.apache.kafka.connect.storage.StringConverter, value.converter, ByteArray"
  })
  void validationNamesTheKeyAtFault(String key, String value, String fault, String word) {
    List<ConfigErrors> errors = validate("exists", "orders", key, value);

    assertThat(errors).singleElement().extracting(ConfigErrors::key).isEqualTo(fault);
    assertThat(errors.get(0).errors()).anyMatch(message -> message.contains(word));
  }

  @Test
  void aQueueThatIsMissingWhenTheTaskStartsFailsItWithTheKey() {
    bridge
        .rest()
        .put(
            "missing",
            SqsBridge.settings(
                bridge.peer(), "missing", "missing", "validate.connection", "false"));

    assertThat(bridge.rest().awaitTaskFailed("missing", LIMIT))
        .contains("sqs.queues")
        .contains("queue missing");
    bridge.rest().delete("missing");
  }

  @Test
  void badBodiesGoToTheDeadLetterTopicAndTheConnectorGoesOn() {
    String url = bridge.peer().createQueue("bad", 600);
    Map<String, String> reasons =
        Map.of(
            "not json at all",
            "malformed_json",
            "x",
            "malformed_json",
            "7",
            "not_an_object",
            "[".repeat(100_000) + "]".repeat(100_000),
            "too_deep",
            "{\"job\":\"" + "y".repeat(250_000) + "\"}",
            "missing_meta");
    reasons.keySet().forEach(body -> bridge.peer().send(url, body));
    bridge.peer().send(url, envelope(1));

    bridge.connect("bad", "bad", "bad");

    assertThat(text(bridge.records("bad", 1).get(0).value())).isEqualTo(envelope(1));
    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records("bad.dlq", reasons.size());
    assertThat(dead).hasSameSizeAs(reasons.keySet());
    for (ConsumerRecord<byte[], byte[]> record : dead) {
      assertThat(reasons).containsEntry(text(record.value()), header(record, "bq-error-reason"));
    }
    Await.until("the queue is empty", LIMIT, () -> bridge.peer().depth(url) == 0);
    bridge.rest().awaitRunning("bad", 1, LIMIT);
  }

  @Test
  void aLargeEnvelopeCrosses() {
    String url = bridge.peer().createQueue("large", 600);
    String body =
        envelope(1).substring(0, envelope(1).length() - 1)
            + ",\"pad\":\""
            + "z".repeat(250_000)
            + "\"}";
    bridge.peer().send(url, body);

    bridge.connect("large", "large", "large");

    assertThat(text(bridge.records("large", 1).get(0).value())).isEqualTo(body);
  }

  private static List<ConfigErrors> validate(String queues, String topic, String... pairs) {
    Map<String, String> settings = SqsBridge.settings(bridge.peer(), queues, topic, pairs);
    settings.put("name", "validated");
    return bridge.rest().validate(SqsBridge.CONNECTOR, settings);
  }
}
