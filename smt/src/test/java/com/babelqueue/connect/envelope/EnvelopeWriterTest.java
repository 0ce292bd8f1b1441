package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules META-1 to META-4 and ENC-1 to ENC-4. */
class EnvelopeWriterTest {
  private final AtomicLong ids = new AtomicLong();
  private final EnvelopeWriter writer =
      new EnvelopeWriter(
          Clock.fixed(Instant.ofEpochMilli(1749132727000L), ZoneOffset.UTC),
          () -> new UUID(0, ids.incrementAndGet()));

  private static String text(EnvelopeWriter.Draft draft) {
    return new String(draft.toBytes(), UTF_8);
  }

  private String data(Object value) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("v", value);
    String text = text(writer.envelope("urn:a").data(members));
    return text.substring(text.indexOf("{\"v\":") + 5, text.indexOf("},\"meta\""));
  }

  @Test
  void writesTheDefaultsInOrder() {
    assertThat(text(writer.envelope("\t urn:babel:orders:created\n")))
        .isEqualTo(
            "{\"job\":\"urn:babel:orders:created\","
                + "\"trace_id\":\"00000000-0000-0000-0000-000000000002\",\"data\":{},"
                + "\"meta\":{\"id\":\"00000000-0000-0000-0000-000000000001\",\"queue\":\"default\","
                + "\"lang\":\"java\",\"schema_version\":1,\"created_at\":1749132727000},"
                + "\"attempts\":0}");
  }

  @Test
  void takesWhatIsGiven() {
    Envelope envelope =
        new EnvelopeScanner()
            .scan(
                writer
                    .envelope("urn:a")
                    .data(Map.of("a", 1))
                    .queue("orders")
                    .traceId(" t ")
                    .id("i")
                    .meta("mesh_node", "n1")
                    .toBytes());
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.queue()).isEqualTo("orders");
    assertThat(envelope.traceId()).isEqualTo("t");
    assertThat(envelope.id()).isEqualTo("i");
    assertThat(new String(envelope.body(), UTF_8))
        .contains("\"data\":{\"a\":1}")
        .contains("\"created_at\":1749132727000,\"mesh_node\":\"n1\"}");
  }

  @Test
  void takesBlankSettingsAsAbsent() {
    String text = text(writer.envelope("urn:a").data(null).queue(" ").traceId("\t").id(""));
    assertThat(text)
        .contains("\"data\":{}")
        .contains("\"queue\":\"default\"")
        .contains("\"id\":\"00000000-0000-0000-0000-000000000001\"")
        .contains("\"trace_id\":\"00000000-0000-0000-0000-000000000002\"");
  }

  @Test
  void makesRandomIdsThatDiffer() {
    EnvelopeWriter random = new EnvelopeWriter(Clock.systemUTC());
    Envelope envelope = new EnvelopeScanner().scan(random.envelope("urn:a").toBytes());
    assertThat(UUID.fromString(envelope.id()).version()).isEqualTo(4);
    assertThat(UUID.fromString(envelope.traceId()).version()).isEqualTo(4);
    assertThat(envelope.id()).isNotEqualTo(envelope.traceId());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \t\n\u000b\f\r"})
  void refusesBlankUrns(String urn) {
    assertThatThrownBy(() -> writer.envelope(urn)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void escapesNoMoreThanItMust() {
    assertThat(data("/<>&é☕😀\u2028\u007f\"\\\b\f\n\r\t\u0000\u001f"))
        .isEqualTo("\"/<>&é☕😀\u2028\u007f\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\"");
  }

  @Test
  void writesEveryTypeCompactly() {
    assertThat(data(Arrays.asList(1, 2L, (short) 3, (byte) 4, true, false, null)))
        .isEqualTo("[1,2,3,4,true,false,null]");
    assertThat(data(List.of(0.5, 1.5f, new BigDecimal("99.90"), new BigDecimal("1E+3"))))
        .isEqualTo("[0.5,1.5,99.90,1000]");
    assertThat(data(new BigInteger("12345678901234567890"))).isEqualTo("12345678901234567890");
    assertThat(data(Map.of("a", Map.of("b", List.of())))).isEqualTo("{\"a\":{\"b\":[]}}");
    assertThat(data(Map.of())).isEqualTo("{}");
    assertThat(data(new byte[] {1, 2, 3})).isEqualTo("\"AQID\"");
    ByteBuffer buffer = ByteBuffer.wrap(new byte[] {0, 1, 2, 3}, 1, 3);
    assertThat(data(buffer)).isEqualTo("\"AQID\"");
    assertThat(buffer.position()).isEqualTo(1);
  }

  @Test
  void refusesWhatHasNoJsonForm() {
    List<Object> circle = new ArrayList<>();
    circle.add(circle);
    for (Object value :
        List.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN,
            new Object(),
            circle)) {
      assertThatThrownBy(() -> data(value)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void takesRawObjectsAsTheyAre() {
    String raw = " {\"p\": 99.90, \"e\":1e3} ";
    assertThat(text(writer.envelope("urn:a").rawData(raw.getBytes(UTF_8))))
        .contains(":" + raw + ",");
    for (String bad : new String[] {"", "[]", "1", "{", "{}x"}) {
      assertThatThrownBy(() -> writer.envelope("urn:a").rawData(bad.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> writer.envelope("urn:a").rawData(new byte[] {'{', (byte) 0xFF, '}'}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesRawObjectsThatAnEnvelopeWouldMakeTooDeep() {
    for (int depth : new int[] {511, 512}) {
      byte[] raw =
          ("{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}").getBytes(UTF_8);
      if (depth == 511) {
        assertThat(
                new EnvelopeScanner().scan(writer.envelope("u").rawData(raw).toBytes()).refusal())
            .isNull();
      } else {
        assertThatThrownBy(() -> writer.envelope("u").rawData(raw))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void carriesLanguageAndTimeOfAnotherProducer() {
    assertThat(text(writer.envelope("urn:a").lang("php").createdAt(5)))
        .contains("\"lang\":\"php\",\"schema_version\":1,\"created_at\":5}");
    assertThatThrownBy(() -> writer.envelope("urn:a").lang("cobol"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "queue",
        "lang",
        "schema_version",
        "created_at",
        "ts",
        "source",
        "attempts",
        "max_retries"
      })
  void refusesKnownAndForbiddenMetaKeys(String key) {
    assertThatThrownBy(() -> writer.envelope("urn:a").meta(key, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key);
  }
}
