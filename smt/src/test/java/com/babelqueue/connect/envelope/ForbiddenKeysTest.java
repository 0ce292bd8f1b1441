package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules FORB-1 to FORB-6. */
class ForbiddenKeysTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private static EnvelopeText textWith(ForbiddenKey key, String json) {
    String[] steps = key.pointer().split("/", -1);
    EnvelopeText text = new EnvelopeText();
    return steps.length == 2 ? text.with(steps[1], json) : text.withMeta(steps[2], json);
  }

  @ParameterizedTest
  @EnumSource
  void warnsOfEachAndAcceptsTheEnvelope(ForbiddenKey key) {
    for (String json : new String[] {"3", "null", "{\"a\":[1]}", "\"secret\""}) {
      Envelope envelope = scanner.scan(textWith(key, json).bytes());
      assertThat(envelope.isAcceptable()).isTrue();
      assertThat(envelope.forbiddenKeys()).containsExactly(key);
      assertThat(envelope.warnings())
          .singleElement()
          .asString()
          .contains(key.pointer())
          .doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @EnumSource
  void removesEachAndLeavesTheRest(ForbiddenKey key) {
    byte[] edited =
        scanner.scan(textWith(key, "{\"a\":[1]}").bytes()).edit().removeForbiddenKeys().toBytes();
    assertThat(new String(edited, UTF_8)).isEqualTo(new EnvelopeText().text());
  }

  @Test
  void namesThePointersOfThePolicy() {
    assertThat(ForbiddenKey.values())
        .extracting(ForbiddenKey::pointer)
        .containsExactly(
            "/timestamp", "/meta/max_retries", "/meta/attempts", "/meta/source", "/meta/ts");
  }

  @Test
  void neverReadsTheCounterFromMeta() {
    assertThat(scanner.scan(new EnvelopeText().withMeta("attempts", "3").bytes()).attempts())
        .isZero();
  }

  @Test
  void allowsTheNamesElsewhere() {
    byte[] body =
        new EnvelopeText()
            .with("data", "{\"timestamp\":1,\"meta\":{\"ts\":1}}")
            .with("dead_letter", "{\"attempts\":1,\"source\":2}")
            .with("source", "1")
            .with("ts", "2")
            .with("max_retries", "3")
            .withMeta("timestamp", "4")
            .withMeta("nested", "{\"ts\":1}")
            .bytes();
    Envelope envelope = scanner.scan(body);
    assertThat(envelope.forbiddenKeys()).isEmpty();
    assertThat(envelope.warnings()).isEmpty();
    assertThat(envelope.edit().removeForbiddenKeys().toBytes()).isSameAs(body);
  }
}
