package com.babelqueue.connect.contract;

import static com.babelqueue.connect.harness.RecordText.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.harness.TopicReader;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * The promises of every sink (DESIGN section 5), checked on the built plugin jar in a real worker
 * against a real broker. A broker's module subclasses it and names its {@link SinkPeer}. The tests
 * that break connections and workers are in {@link SinkFaultContract}, which comes with it.
 */
public abstract class SinkContract extends SinkFaultContract {
  private static final Map<String, String> PLAIN = Map.of();

  @Test
  void aRecordArrivesAsItIs() throws Exception {
    connect("plain");
    stage().feed("plain", null, Envelopes.of(7), PLAIN);

    NativeMessage message = take("plain", 1).get(0);

    assertThat(message.body()).asString(UTF_8).isEqualTo(Envelopes.of(7));
    assertThat(message.headers()).isEmpty();
    stage().awaitCommitted("plain", "plain", 1);
    rest().delete("plain");
  }

  @Test
  void headersTravelAndContractHeadersOfKafkaDoNot() throws Exception {
    assumeTrue(peer().carriesHeaders(), "this broker has no place for headers");
    connect("headers");
    stage()
        .feed(
            "headers",
            null,
            Envelopes.of(7),
            Map.of(
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                "note",
                "ğ ☕",
                "blank",
                " ",
                "bq-job",
                "urn:other",
                "bq-original-topic",
                "elsewhere"));

    NativeMessage message = take("headers", 1).get(0);

    assertThat(message.body()).asString(UTF_8).isEqualTo(Envelopes.of(7));
    assertThat(message.headers())
        .isEqualTo(
            Map.of(
                "note",
                "ğ ☕",
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    rest().delete("headers");
  }

  @Test
  void attemptsOfTheHeaderGoIntoTheBody() throws Exception {
    connect("attempts");
    stage().feed("attempts", null, Envelopes.of(7), Map.of("bq-attempts", "3"));

    assertThat(take("attempts", 1).get(0).body())
        .asString(UTF_8)
        .isEqualTo(Envelopes.of(7).replace("\"attempts\":0", "\"attempts\":3"));
    rest().delete("attempts");
  }

  @Test
  void aRecordTheBrokerNeverTakesDoesNotHoldUpTheOthers() throws Exception {
    SinkPeer.Untakable bad = peer().untakable();
    assumeFalse(bad == null, "this broker takes every record");
    connect("untakable");
    stage().feed(Stage.numbered("untakable", 0, 3));
    stage().feed("untakable", null, bad.body(), bad.headers());
    stage().feed(Stage.numbered("untakable", 3, 6));

    ConsumerRecord<byte[], byte[]> dead = dead("untakable", 1).get(0);

    assertThat(dead.value()).asString(UTF_8).isEqualTo(bad.body());
    assertReason(dead, bad.reason());
    assertThat(numbers("untakable", 6)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
    stage().awaitCommitted("untakable", "untakable", 7);
    rest().delete("untakable");
  }

  @Test
  void poisonAndWhatTheGateRefusesBecomeDeadLetters() throws Exception {
    connect("poison");
    stage().feed("poison", "key".getBytes(UTF_8), "{\"job\":\"urn:x\",", Map.of("note", "n"));
    stage().feed("poison", null, Envelopes.of(1), Map.of("bq-schema-version", "2"));
    stage().feed("poison", null, Envelopes.of(2), Map.of("bq-schema-version", "1"));

    List<ConsumerRecord<byte[], byte[]>> dead = dead("poison", 2);

    assertThat(dead.get(0).value()).asString(UTF_8).isEqualTo("{\"job\":\"urn:x\",");
    assertThat(dead.get(0).key()).asString(UTF_8).isEqualTo("key");
    assertThat(header(dead.get(0), "note")).isEqualTo("n");
    assertReason(dead.get(0), "malformed_json");
    assertThat(dead.get(1).value()).asString(UTF_8).isEqualTo(Envelopes.of(1));
    assertReason(dead.get(1), "schema_version_gate");
    assertThat(numbers("poison", 1)).containsExactly(2);
    stage().awaitCommitted("poison", "poison", 3);
    assertThat(peer().depth("poison")).isZero();
    rest().delete("poison");
  }

  @Test
  void tombstonesAreSkipped() throws Exception {
    connect("tombstones");
    stage().feed("tombstones", "key".getBytes(UTF_8), null, PLAIN);
    stage().feed("tombstones", null, Envelopes.of(1), PLAIN);

    assertThat(numbers("tombstones", 1)).containsExactly(1);
    stage().awaitCommitted("tombstones", "tombstones", 2);
    assertNoDeadLetters("tombstones");
    rest().delete("tombstones");
  }

  @Test
  void aDelayIsKept() throws Exception {
    assumeTrue(peer().honoursDelays(), "this broker knows no delay");
    connect("delays");
    stage().feed("delays", null, Envelopes.of(0), Map.of("bq-delay", "600000"));
    stage().feed("delays", null, Envelopes.of(1), Map.of("bq-delay", "1000"));
    stage().feed("delays", null, Envelopes.of(2), Map.of("bq-delay", "0"));

    assertThat(numbers("delays", 2))
        .as("the one that waits ten minutes is not among them")
        .containsExactlyInAnyOrder(1, 2);
    stage().awaitCommitted("delays", "delays", 3);
    assertNoDeadLetters("delays");
    rest().delete("delays");
  }

  @Test
  void aDelayThatCannotBeKeptIsRefused() throws Exception {
    assumeFalse(peer().honoursDelays(), "this broker keeps delays");
    connect("delays");
    stage().feed("delays", null, Envelopes.of(0), Map.of("bq-delay", "1000"));
    stage().feed("delays", null, Envelopes.of(1), Map.of("bq-delay", "0"));

    ConsumerRecord<byte[], byte[]> dead = dead("delays", 1).get(0);

    assertThat(Envelopes.number(dead)).isZero();
    assertReason(dead, "delay");
    assertThat(numbers("delays", 1)).containsExactly(1);
    rest().delete("delays");
  }

  private List<Integer> numbers(String queue, int count) throws Exception {
    return take(queue, count).stream().map(message -> Envelopes.number(message.body())).toList();
  }

  private List<ConsumerRecord<byte[], byte[]>> dead(String name, int count) {
    try (TopicReader reader = stage().kafka().reader(name + ".dlq")) {
      List<ConsumerRecord<byte[], byte[]>> dead = reader.read(count, Stage.LIMIT);
      assertThat(dead).as("dead letters of " + name).hasSize(count);
      return dead;
    }
  }

  /** Connect makes the topic when a sink starts. */
  private void assertNoDeadLetters(String name) {
    try (TopicReader reader = stage().kafka().reader(name + ".dlq")) {
      assertThat(reader.readToEnd(Stage.LIMIT)).as("dead letters of " + name).isEmpty();
    }
  }

  private static void assertReason(ConsumerRecord<byte[], byte[]> dead, String reason) {
    assertThat(header(dead, "__connect.errors.exception.message")).contains(reason);
  }
}
