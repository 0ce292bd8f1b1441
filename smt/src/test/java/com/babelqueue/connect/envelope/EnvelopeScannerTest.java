package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the scanner reads from one pass over the bytes. */
class EnvelopeScannerTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private Envelope scan(String body) {
    return scanner.scan(body.getBytes(UTF_8));
  }

  @Test
  void readsEveryField() {
    byte[] body =
        new EnvelopeText()
            .with("attempts", "3")
            .with(
                "dead_letter",
                "{\"reason\":\"failed\",\"error\":null,\"original_queue\":\"orders\"}")
            .bytes();
    Envelope envelope = scanner.scan(body);
    assertThat(envelope.body()).isSameAs(body);
    assertThat(envelope.urn()).isEqualTo("urn:babel:orders:created");
    assertThat(envelope.traceId()).isEqualTo("7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b");
    assertThat(envelope.id()).isEqualTo("f1e2d3c4-b5a6-4789-90ab-cdef01234567");
    assertThat(envelope.queue()).isEqualTo("orders");
    assertThat(envelope.lang()).isEqualTo("php");
    assertThat(envelope.schemaVersion()).isEqualTo(1);
    assertThat(envelope.createdAt()).isEqualTo(1749132727000L);
    assertThat(envelope.attempts()).isEqualTo(3);
    assertThat(envelope.isDeadLettered()).isTrue();
    assertThat(envelope.deadLetterReason()).isEqualTo("failed");
    assertThat(envelope.deadLetterOriginalQueue()).isEqualTo("orders");
    assertThat(
            new String(
                body, envelope.dataStart(), envelope.dataEnd() - envelope.dataStart(), UTF_8))
        .isEqualTo("{\"order_id\":1042}");
  }

  @ParameterizedTest
  @CsvSource({
    "1749132727000,1749132727000",
    "1,1",
    "0,-1",
    "-5,-1",
    "1.5,-1",
    "1e3,-1",
    "null,-1",
    "9223372036854775806,9223372036854775806",
    "9223372036854775808,-1",
    "99999999999999999999,-1"
  })
  void readsCreatedAtOnlyFromPositiveIntegers(String json, long expected) {
    assertThat(scanner.scan(new EnvelopeText().withMeta("created_at", json).bytes()).createdAt())
        .isEqualTo(expected);
  }

  @Test
  void decodesEscapesInKeysAndValues() {
    Envelope envelope =
        scan(
            new EnvelopeText()
                .text()
                .replace("\"job\"", "\"\\u006aob\"")
                .replace("\"meta\"", "\"m\\u0065ta\"")
                .replace("\"php\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00é\""));
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.urn()).isEqualTo("urn:babel:orders:created");
    assertThat(envelope.lang()).isEqualTo("\"\\/\b\f\n\r\té😀é");
  }

  /** Text is read eight bytes at a time: what ends a run may stand anywhere in it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "\\\"|#\"#",
        "\\\\|#\\#",
        "\\n|#\n#",
        "é|é",
        "😀|😀",
        "\u007f|\u007f",
        "\\u0041|A",
        "~|~"
      })
  void findsTheEndOfTextWhereverItIsInterrupted(String json, String decoded) {
    for (int before = 1; before <= 20; before++) {
      for (int after = 0; after < 20; after++) {
        String start = "x".repeat(before);
        String end = "y".repeat(after);
        EnvelopeText text = new EnvelopeText().with("trace_id", '"' + start + json + end + '"');
        assertThat(scanner.scan(text.bytes()).traceId()).isEqualTo(start + decoded + end);
      }
    }
  }

  @Test
  void refusesControlCharactersAnywhereInText() {
    for (int before = 0; before < 20; before++) {
      String text = "x".repeat(before) + '\u001f' + "yyyyyyyyyyyy";
      assertThat(
              scanner.scan(new EnvelopeText().with("trace_id", '"' + text + '"').bytes()).refusal())
          .isEqualTo(Refusal.MALFORMED_JSON);
    }
  }

  @Test
  void servesManyThreadsAtOnce() {
    assertThat(IntStream.range(0, 20_000).parallel())
        .allMatch(
            i -> {
              String name = "k" + i % 997;
              byte[] body =
                  new EnvelopeText()
                      .with("attempts", Integer.toString(i))
                      .with("data", "{\"" + name + "\":1}")
                      .with(name, "2")
                      .bytes();
              Envelope envelope = scanner.scan(body);
              return envelope.isAcceptable() && envelope.attempts() == i;
            });
  }

  @Test
  void readsAnyKeyOrderAndWhiteSpace() {
    Envelope envelope =
        scan(
            (" \n{ 'attempts' : 2 ,\t'meta' : { 'schema_version' : 1 , 'x' : [ ] } ,\r"
                    + "'data' : { } , 'trace_id' : 't' , 'job' : 'u' } \n")
                .replace('\'', '"'));
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.attempts()).isEqualTo(2);
    assertThat(envelope.dataEnd() - envelope.dataStart()).isEqualTo(3);
  }

  @Test
  void keepsFieldsReadableWhenRefusedLate() {
    Envelope envelope = scanner.scan(new EnvelopeText().withMeta("schema_version", "2").bytes());
    assertThat(envelope.refusal()).isEqualTo(Refusal.UNSUPPORTED_SCHEMA_VERSION);
    assertThat(envelope.urn()).isEqualTo("urn:babel:orders:created");
    assertThat(envelope.schemaVersion()).isEqualTo(2);
    assertThat(envelope.dataStart()).isPositive();
  }

  @Test
  void readsNestingToAnyConfiguredDepthWithoutRecursion() {
    EnvelopeText text =
        new EnvelopeText()
            .with("data", "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}");
    assertThat(new EnvelopeScanner(200_000, false).scan(text.bytes()).isAcceptable()).isTrue();
  }

  @Test
  void readsStringsNamesAndNumbersOfAnyLength() {
    String large = "7".repeat(3_000_000);
    EnvelopeText text =
        new EnvelopeText()
            .with("data", "{\"" + large + "\":\"" + large + "\",\"n\":" + large + "}")
            .with("attempts", large);
    Envelope envelope = scanner.scan(text.bytes());
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.attempts()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void readsBodiesWhoseManyKeysOverflowTheNameTable() {
    StringBuilder data = new StringBuilder("{\"first\":0");
    for (int i = 0; i < 200_000; i++) {
      data.append(",\"key-").append(Integer.toString(i, 36)).append("\":0");
    }
    byte[] body = new EnvelopeText().with("data", data.append('}').toString()).bytes();
    for (int i = 0; i < 3; i++) {
      assertThat(scanner.scan(body).isAcceptable()).isTrue();
    }
  }

  @Test
  void refusesNullBodies() {
    assertThatThrownBy(() -> scanner.scan(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void neverPrintsTheBody() {
    assertThat(scanner.scan(new EnvelopeText().bytes())).hasToString("Envelope[acceptable]");
    assertThat(scan("secret")).hasToString("Envelope[malformed_json]");
  }
}
