package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Refusals.body;
import static com.babelqueue.connect.sink.Refusals.refuse;
import static com.babelqueue.connect.sink.Refusals.scan;
import static com.babelqueue.connect.sink.Refusals.settings;
import static com.babelqueue.connect.sink.Refusals.utf8;
import static com.babelqueue.connect.sink.ScriptedKafka.headers;
import static com.babelqueue.connect.sink.ScriptedKafka.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A retry is the record itself, but for its counter and its tier (RTY-2 to RTY-6). */
class RetryRecordTest {
  private final ScriptedKafka kafka = new ScriptedKafka();

  /** RTY-6: no timestamp and no partition of old; KFK-2: the key byte for byte. */
  @ParameterizedTest
  @MethodSource("keys")
  void theKeyIsKeptAndTheTimestampIsNow(byte[] key) {
    refuse(kafka, Records.keyed(ORDERS_0, 0, key, body(0)), settings());

    assertThat(kafka.only().key()).isEqualTo(key);
    assertThat(kafka.only().timestamp()).isNull();
    assertThat(kafka.only().partition()).isNull();
  }

  static List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>();
    keys.add(null);
    keys.add(new byte[0]);
    keys.add(new byte[] {0, (byte) 0xff, 'k'});
    return keys;
  }

  /** RTY-4: traces and every other header travel on, repeated ones and bytes without text too. */
  @Test
  void outOfBandHeadersAreForwardedByteForByte() {
    List<Object> pairs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      pairs.addAll(List.of("h" + i % 40, new byte[] {(byte) i, (byte) 0xfe}));
    }
    pairs.addAll(List.of("traceparent", utf8("00-a-b-01"), "tracestate", utf8("x=1")));
    pairs.addAll(List.of("bq-delay", utf8("1"), "bq-job", utf8("urn:stale"), "empty", utf8("")));
    SinkRecord record = Records.keyed(ORDERS_0, 0, null, body(0), pairs.toArray());
    List<String> before =
        CarriedRecord.of(record).headers().stream()
            .filter(header -> !header.key().startsWith("bq-"))
            .map(header -> header.key() + "=" + text(header.value()))
            .toList();

    refuse(kafka, record, settings("headers.exclude", "h1*"));

    assertThat(headers(kafka.only()).subList(0, 8))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
            "bq-message-id=a",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=1",
            "bq-delay=5000",
            "bq-original-topic=orders");
    List<String> forwarded = headers(kafka.only());
    assertThat(forwarded.subList(8, forwarded.size())).containsExactlyElementsOf(before);
    assertThat(kafka.only().headers().toArray()[8].value()).containsExactly(0, 0xfe);
  }

  /** RTY-4, UNK-1, NUM-5: whatever else is in the body stays; FORB-6: but forbidden keys go. */
  @Test
  void theRestOfTheBodyStaysAsItWas() {
    String body = body(0).replace("{\"price\":99.90}", "{\"price\":99.90,\"big\":1e3}");

    refuse(kafka, body.replace("\"attempts\":0", "\"timestamp\":1,\"x\":[ 1 ],\"attempts\":0"));

    assertThat(text(kafka.only().value()))
        .isEqualTo(body.replace("\"attempts\":0", "\"x\":[ 1 ],\"attempts\":1"));
  }

  /** A body that is forwarded raw keeps its bytes; only its headers count. */
  @Test
  void aRawBodyIsRetriedAsItIs() {
    byte[] raw = {(byte) 0xff, '{', 0};
    SinkRecord record =
        Records.keyed(ORDERS_0, 0, null, raw, "bq-attempts", utf8("1"), "x", utf8("y"));

    refuse(kafka, record, settings("poison.policy", "forward"));

    assertThat(kafka.only().topic()).isEqualTo("orders.retry.2");
    assertThat(kafka.only().value()).isEqualTo(raw);
    assertThat(headers(kafka.only()))
        .containsExactly("x=y", "bq-attempts=2", "bq-delay=30000", "bq-original-topic=orders");
  }

  @Test
  void aMapIsRetriedAsTheJsonThatWasSent() {
    Map<String, Object> value =
        Map.of(
            "job",
            "urn:x",
            "trace_id",
            "t",
            "data",
            Map.of("n", 1),
            "meta",
            Map.of("id", "a", "schema_version", 1),
            "attempts",
            0);

    refuse(kafka, Records.raw(ORDERS_0, 0, value), settings());

    assertThat(scan(kafka.only()).isAcceptable()).isTrue();
    assertThat(scan(kafka.only()).attempts()).isEqualTo(1);
  }
}
