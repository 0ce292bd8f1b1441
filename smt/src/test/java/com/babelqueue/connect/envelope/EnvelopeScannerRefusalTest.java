package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scanner refuses, each with its one stable reason. */
class EnvelopeScannerRefusalTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private Envelope scan(String body) {
    return scanner.scan(body.getBytes(UTF_8));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\n",
        "{",
        "}",
        "x",
        "nul",
        "{\"job\":\"a\"",
        "{\"job\":\"a\"}x",
        "{} {}",
        "{},",
        "[] []",
        "1 2",
        "\"abc",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":NaN}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":1,}",
        "[1,]",
        "{\"a\" 1}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "// c\n{}",
        "\u0000",
        "\uFEFF{}"
      })
  void refusesWhatIsNotOneJsonText(String body) {
    assertThat(scan(body).refusal()).isEqualTo(Refusal.MALFORMED_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[]", "[{\"job\":\"a\"}]", "\"text\"", "1", "-1.5e3", "true", "null", "\"\""})
  void refusesOtherTopLevels(String body) {
    assertThat(scan(body).refusal()).isEqualTo(Refusal.NOT_AN_OBJECT);
  }

  @Test
  void hasNoFieldsAfterMalformedJson() {
    Envelope envelope = scan(new EnvelopeText().withMeta("ts", "1").text() + "x");
    assertThat(envelope.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
    assertThat(envelope.urn()).isNull();
    assertThat(envelope.traceId()).isNull();
    assertThat(envelope.id()).isNull();
    assertThat(envelope.createdAt()).isEqualTo(-1);
    assertThat(envelope.dataStart()).isEqualTo(-1);
    assertThat(envelope.forbiddenKeys()).isEmpty();
    assertThatThrownBy(envelope::edit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("malformed_json");
  }

  @Test
  void refusesByteOrderMark() {
    assertThat(scan("\uFEFF" + new EnvelopeText().text()).refusal())
        .isEqualTo(Refusal.MALFORMED_JSON);
  }

  @Test
  void refusesUtf16() {
    String text = new EnvelopeText().text();
    assertThat(scanner.scan(text.getBytes(UTF_16LE)).refusal()).isEqualTo(Refusal.MALFORMED_JSON);
    assertThat(scanner.scan(text.getBytes(UTF_16BE)).refusal()).isEqualTo(Refusal.MALFORMED_JSON);
    assertThat(scanner.scan(("\uFEFF" + text).getBytes(UTF_16BE)).refusal())
        .isEqualTo(Refusal.MALFORMED_JSON);
  }

  /** What the parser stops at by itself, and what it lets pass (overlong forms, surrogates). */
  static Stream<byte[]> brokenSequences() {
    return Stream.of(
            List.of(0xFF),
            List.of(0x80),
            List.of(0xC3),
            List.of(0xC0, 0xAF),
            List.of(0xC1, 0xBF),
            List.of(0xE0, 0x80, 0xAF),
            List.of(0xE2, 0x82),
            List.of(0xED, 0xA0, 0x80),
            List.of(0xED, 0xBF, 0xBF),
            List.of(0xF0, 0x80, 0x80, 0xAF),
            List.of(0xF4, 0x90, 0x80, 0x80),
            List.of(0xF5, 0x80, 0x80, 0x80))
        .map(
            values -> {
              byte[] bytes = new byte[values.size()];
              for (int i = 0; i < bytes.length; i++) {
                bytes[i] = values.get(i).byteValue();
              }
              return bytes;
            });
  }

  @ParameterizedTest
  @MethodSource("brokenSequences")
  void refusesBrokenUtf8WhereverItStands(byte[] sequence) {
    String broken = new String(sequence, ISO_8859_1);
    for (EnvelopeText text :
        List.of(
            new EnvelopeText().with("job", "\"" + broken + "\""),
            new EnvelopeText().with("data", "{\"a\":\"b" + broken + "b\"}"),
            new EnvelopeText().with("x" + broken, "1"))) {
      Envelope envelope = scanner.scan(text.text().getBytes(ISO_8859_1));
      assertThat(envelope.refusal()).isEqualTo(Refusal.INVALID_UTF8);
      assertThat(envelope.urn()).isNull();
    }
  }

  @Test
  void refusesTruncatedBodiesAsMalformed() {
    byte[] body = new EnvelopeText().with("data", "{\"t\":\"Café ☕ 😀\"}").bytes();
    for (int length = 0; length < body.length; length++) {
      assertThat(scanner.scan(Arrays.copyOf(body, length)).refusal())
          .as("first %d bytes", length)
          .isEqualTo(Refusal.MALFORMED_JSON);
    }
    assertThat(scanner.scan(body).isAcceptable()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"job", "urn", "trace_id", "data", "meta", "attempts", "dead_letter", "timestamp"})
  void refusesDuplicateContractKeys(String key) {
    String text = new EnvelopeText().text();
    String twice = "\"" + key + "\":null,\"" + key + "\":null}";
    assertThat(scan(text.substring(0, text.length() - 1) + "," + twice).refusal())
        .isEqualTo(Refusal.DUPLICATE_KEY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "queue",
        "lang",
        "schema_version",
        "created_at",
        "max_retries",
        "attempts",
        "source",
        "ts"
      })
  void refusesDuplicateMetaKeys(String key) {
    String meta = "{\"schema_version\":1,\"" + key + "\":1,\"\\u" + hex(key.charAt(0));
    meta += key.substring(1) + "\":1}";
    Envelope envelope = scanner.scan(new EnvelopeText().with("meta", meta).bytes());
    assertThat(envelope.refusal()).isEqualTo(Refusal.DUPLICATE_KEY);
    assertThatThrownBy(envelope::edit).isInstanceOf(IllegalStateException.class);
  }

  private static String hex(char c) {
    return String.format(java.util.Locale.ROOT, "%04x", (int) c);
  }

  @Test
  void toleratesDuplicatesOfUnknownKeys() {
    EnvelopeText text =
        new EnvelopeText()
            .with("data", "{\"job\":1,\"job\":2}")
            .with("dead_letter", "{\"x\":1,\"x\":2}")
            .with("x\":1,\"x", "2");
    assertThat(scanner.scan(text.bytes()).isAcceptable()).isTrue();
  }

  @Test
  void limitsNesting() {
    EnvelopeScanner shallow = new EnvelopeScanner(4, false);
    EnvelopeText fits = new EnvelopeText().with("data", "{\"a\":[[1]]}");
    EnvelopeText tooDeep = new EnvelopeText().with("data", "{\"a\":[[{}]]}");
    assertThat(shallow.scan(fits.bytes()).isAcceptable()).isTrue();
    assertThat(shallow.scan(tooDeep.bytes()).refusal()).isEqualTo(Refusal.TOO_DEEP);
    assertThatThrownBy(() -> new EnvelopeScanner(1, false))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
  void survivesAHundredThousandLevels(String level) {
    String deep = level.repeat(100_000);
    assertThat(scan(deep).refusal()).isEqualTo(Refusal.TOO_DEEP);
    assertThat(scan("{\"data\":" + deep).refusal()).isEqualTo(Refusal.TOO_DEEP);
  }
}
