package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of native fields: GATE-, KFK-4 and the other attempts rules, PRJ-2, HDR-6. */
class NativeFieldRulesTest {

  @ParameterizedTest
  @ValueSource(strings = {"1", "", " ", " \t", "\n\u000b\f\r"})
  void passesOneAndBlankText(String text) {
    assertThat(VersionGate.passes(text)).isTrue();
    assertThat(VersionGate.passes(text.getBytes(UTF_8))).isTrue();
    assertThat(VersionGate.passes(ByteBuffer.wrap(text.getBytes(UTF_8)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2", "0", "01", "x", " 1", "1 ", "\t1\n", "1.0", "+1", "\u00a0", "\u0085", "\u3000",
        "\ufeff", "\u001c", "\u00a01", "1\u3000", "\u0661"
      })
  void refusesOtherText(String text) {
    assertThat(VersionGate.passes(text)).isFalse();
    assertThat(VersionGate.passes(text.getBytes(UTF_8))).isFalse();
    assertThat(VersionGate.passes(ByteBuffer.wrap(text.getBytes(UTF_8)))).isFalse();
  }

  static Stream<Arguments> typedVersions() {
    return Stream.of(
        Arguments.of(null, true),
        Arguments.of((byte) 1, true),
        Arguments.of((short) 1, true),
        Arguments.of(1, true),
        Arguments.of(1L, true),
        Arguments.of(BigInteger.ONE, true),
        Arguments.of(0, false),
        Arguments.of(2, false),
        Arguments.of(-1, false),
        Arguments.of(4294967297L, false),
        Arguments.of(BigInteger.ONE.shiftLeft(64).add(BigInteger.ONE), false),
        Arguments.of(1.0, false),
        Arguments.of(1.0f, false),
        Arguments.of(1.5, false),
        Arguments.of(BigDecimal.ONE, false),
        Arguments.of(true, false),
        Arguments.of(List.of("1"), false),
        Arguments.of(new byte[] {(byte) 0xFF}, false),
        Arguments.of(new byte[] {(byte) 0xC0, (byte) 0xA0}, false),
        Arguments.of(new byte[] {'1', (byte) 0x80}, false));
  }

  @ParameterizedTest
  @MethodSource("typedVersions")
  void gatesTypedVersions(Object value, boolean passes) {
    assertThat(VersionGate.passes(value)).isEqualTo(passes);
  }

  @Test
  void passesRepeatedVersionsOnlyWhenEachDoes() {
    assertThat(VersionGate.passesAll(List.of())).isTrue();
    assertThat(VersionGate.passesAll(Arrays.asList(null, "1", " ", 1))).isTrue();
    assertThat(VersionGate.passesAll(List.of("1", "2"))).isFalse();
    assertThat(VersionGate.passesAll(List.of("2", "1"))).isFalse();
  }

  @ParameterizedTest(name = "{0}: body {1}, count {2}: {3}")
  @CsvSource({
    "KAFKA,0,0,0",
    "KAFKA,0,2,2",
    "KAFKA,3,,3",
    "KAFKA,5,1,1",
    "KAFKA,1,4,4",
    "KAFKA,5,0,0",
    "SQS,0,1,0",
    "SQS,0,3,2",
    "SQS,2,5,4",
    "SQS,5,1,5",
    "SQS,4,not-a-number,4",
    "SQS,3,,3",
    "SQS,0,0,0",
    "SERVICEBUS,0,1,0",
    "SERVICEBUS,0,3,2",
    "SERVICEBUS,5,1,5",
    "SERVICEBUS,3,,3",
    "SERVICEBUS,1,0,1",
    "PULSAR,0,0,0",
    "PULSAR,0,3,3",
    "PULSAR,5,1,5",
    "PULSAR,3,,3",
    "ARTEMIS,0,0,0",
    "ARTEMIS,0,2,2",
    "ARTEMIS,5,1,5",
    "ARTEMIS,3,,3",
    "ARTEMIS_JMS,0,1,0",
    "ARTEMIS_JMS,0,3,2",
    "ARTEMIS_JMS,0,0,0",
    "ARTEMIS_JMS,5,2,5",
    "RABBITMQ,0,0,0",
    "RABBITMQ,0,4,4",
    "RABBITMQ,5,4,5",
    "RABBITMQ,3,,3",
    "RABBITMQ,3,-1,3",
    "NONE,3,9,3"
  })
  void reconcilesAttempts(AttemptsRule rule, int body, String count, int expected) {
    assertThat(rule.reconcile(body, count)).isEqualTo(expected);
    assertThat(rule.reconcile(body, count == null ? null : count.getBytes(UTF_8)))
        .isEqualTo(expected);
    if (count != null && count.matches("-?\\d+")) {
      assertThat(rule.reconcile(body, Integer.valueOf(count))).isEqualTo(expected);
      assertThat(rule.reconcile(body, Long.valueOf(count))).isEqualTo(expected);
      assertThat(rule.reconcile(body, Short.valueOf(count))).isEqualTo(expected);
      assertThat(rule.reconcile(body, new BigInteger(count))).isEqualTo(expected);
    }
  }

  static Stream<Object> unreadableCounts() {
    return Stream.of(
        "",
        " ",
        "abc",
        "-1",
        "+1",
        "1.0",
        "1e1",
        "0x1",
        "\u0661",
        "\u00a02",
        "1 2",
        "2147483648",
        "99999999999999999999",
        2147483648L,
        -1,
        1.0,
        2.0f,
        new BigDecimal(2),
        true,
        BigInteger.TEN.pow(30),
        BigInteger.ONE.negate(),
        new byte[] {'1', (byte) 0xFF},
        List.of(2));
  }

  @ParameterizedTest
  @MethodSource("unreadableCounts")
  void ignoresUnreadableCounts(Object count) {
    for (AttemptsRule rule : AttemptsRule.values()) {
      assertThat(rule.reconcile(1, count)).as("%s", rule).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", " 2 ", "\t2\r\n", "002"})
  void trimsCountsOfAsciiWhiteSpace(String count) {
    assertThat(AttemptsRule.KAFKA.reconcile(9, count)).isEqualTo(2);
    assertThat(AttemptsRule.RABBITMQ.reconcile(1, count)).isEqualTo(2);
  }

  @Test
  void readsHeaderValuesOfEveryTypeAsText() {
    ByteBuffer buffer = ByteBuffer.wrap("xé".getBytes(UTF_8));
    buffer.get();
    assertThat(HeaderText.of(null)).isNull();
    assertThat(HeaderText.of("é ")).isEqualTo("é ");
    assertThat(HeaderText.of("é".getBytes(UTF_8))).isEqualTo("é");
    assertThat(HeaderText.of(buffer)).isEqualTo("é");
    assertThat(buffer.position()).isEqualTo(1);
    assertThat(HeaderText.of(new byte[] {(byte) 0xE9})).isNull();
    assertThat(HeaderText.of(ByteBuffer.wrap(new byte[] {(byte) 0xE9}))).isNull();
    assertThat(HeaderText.of((byte) 7)).isEqualTo("7");
    assertThat(HeaderText.of(7L)).isEqualTo("7");
    assertThat(HeaderText.of(1.5)).isEqualTo("1.5");
    assertThat(HeaderText.of(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(HeaderText.of(true)).isEqualTo("true");
    assertThat(HeaderText.of('c')).isEqualTo("c");
    assertThat(HeaderText.of(List.of("a"))).isNull();
  }

  @Test
  void readsTheLastOfRepeatedHeaders() {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("a", "1").addString("b", "x").addString("a", "2");
    assertThat(HeaderText.last(headers, "a")).isEqualTo("2");
    assertThat(HeaderText.last(headers, "none")).isNull();
  }

  private static List<String> projection(EnvelopeText text, int attempts) {
    List<String> headers = new ArrayList<>();
    ContractHeaders.project(
        new EnvelopeScanner().scan(text.bytes()),
        attempts,
        (name, value) -> headers.add(name + "=" + value));
    return headers;
  }

  @Test
  void projectsInContractOrder() {
    assertThat(projection(new EnvelopeText(), 4))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
            "bq-message-id=f1e2d3c4-b5a6-4789-90ab-cdef01234567",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=4");
  }

  @Test
  void leavesOutWhatTheBodyLacks() {
    EnvelopeText text =
        new EnvelopeText()
            .withMeta("id", "\" \"")
            .withMeta("lang", "7")
            .withMeta("schema_version", "0");
    assertThat(projection(text, 0))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
            "bq-attempts=0");
  }

  @Test
  void callsOnlyAsciiWhiteSpaceBlank() {
    assertThat(AsciiWhitespace.isBlank(null)).isTrue();
    assertThat(AsciiWhitespace.isBlank("")).isTrue();
    assertThat(AsciiWhitespace.isBlank(" \t\n\u000b\f\r")).isTrue();
    for (String content :
        List.of("\u00a0", "\u0085", "\u3000", "\ufeff", "\u001c", "\u001f", "\b")) {
      assertThat(AsciiWhitespace.isBlank(content)).isFalse();
      assertThat(AsciiWhitespace.trim(" " + content + "\t")).isEqualTo(content);
    }
    assertThat(AsciiWhitespace.trim(" \n")).isEmpty();
    assertThat(AsciiWhitespace.trim(null)).isNull();
  }
}
