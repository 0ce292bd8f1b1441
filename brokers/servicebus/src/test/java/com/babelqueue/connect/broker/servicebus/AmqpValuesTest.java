package com.babelqueue.connect.broker.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.VersionGate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AmqpValuesTest {
  private static final Instant TIME = Instant.parse("2026-11-30T10:00:00.123Z");

  static Stream<Arguments> plainValues() {
    UUID id = UUID.randomUUID();
    return Stream.of(
        Arguments.of(null, null),
        Arguments.of("text", "text"),
        Arguments.of(true, true),
        Arguments.of((byte) -1, (byte) -1),
        Arguments.of(7L, 7L),
        Arguments.of(0.5f, 0.5f),
        Arguments.of(id, id),
        Arguments.of(UnsignedByte.valueOf((byte) -1), (short) 255),
        Arguments.of(UnsignedShort.valueOf((short) -1), 65_535),
        Arguments.of(UnsignedInteger.valueOf(-1), 4_294_967_295L),
        Arguments.of(UnsignedLong.valueOf(7), 7L),
        Arguments.of(UnsignedLong.valueOf(-1L), new BigInteger("18446744073709551615")),
        Arguments.of(Date.from(TIME), TIME),
        Arguments.of(TIME.atOffset(ZoneOffset.ofHours(3)), TIME),
        Arguments.of(Duration.ofSeconds(90), "PT1M30S"),
        Arguments.of(URI.create("urn:x"), "urn:x"),
        Arguments.of(Symbol.valueOf("sym"), "sym"),
        Arguments.of('c', "c"),
        Arguments.of(List.of(UnsignedByte.valueOf((byte) 1)), List.of((short) 1)),
        Arguments.of(new Object[] {1, Symbol.valueOf("s")}, List.of(1, "s")),
        Arguments.of(Map.of(Symbol.valueOf("k"), UnsignedLong.ZERO), Map.of("k", 0L)));
  }

  @ParameterizedTest
  @MethodSource("plainValues")
  void valuesKeepTheirMeaningInPlainTypes(Object amqp, Object plain) {
    assertThat(AmqpValues.plain(amqp)).isEqualTo(plain);
  }

  @Test
  void binariesAreCutFromTheirArray() {
    assertThat((byte[]) AmqpValues.plain(new Binary(new byte[] {1, 2, 3, 4}, 1, 2)))
        .containsExactly(2, 3);
  }

  static Stream<Arguments> decimals() {
    return Stream.of(
        // Coefficient 12345, exponent -2 of bias 101.
        Arguments.of(new Decimal32((99 << 23) | 12_345), new BigDecimal("123.45")),
        Arguments.of(new Decimal32((1 << 31) | (101 << 23) | 1), new BigDecimal("-1")),
        // The long form: the coefficient has an implied leading 100.
        Arguments.of(
            new Decimal32((0b11 << 29) | (101 << 21) | 1_611_391), new BigDecimal("9999999")),
        Arguments.of(new Decimal64((398L << 53) | 1), BigDecimal.ONE),
        Arguments.of(new Decimal128(6_176L << 49, 42), new BigDecimal("42")),
        Arguments.of(new Decimal32(0b11110 << 26), "Infinity"),
        Arguments.of(new Decimal32(0b11111 << 26), "NaN"));
  }

  @ParameterizedTest
  @MethodSource("decimals")
  void decimalsAreReadFromTheirBits(Object amqp, Object plain) {
    assertThat(AmqpValues.plain(amqp)).isEqualTo(plain);
  }

  static Stream<Object> passing() {
    return Stream.of(
        (byte) 1,
        (short) 1,
        1,
        1L,
        UnsignedByte.valueOf((byte) 1),
        UnsignedShort.valueOf((short) 1),
        UnsignedInteger.ONE,
        UnsignedLong.valueOf(1),
        "1",
        " ");
  }

  @ParameterizedTest
  @MethodSource("passing")
  void anyIntegralOnePassesTheGate(Object version) {
    assertThat(VersionGate.passes(AmqpValues.plain(version))).isTrue();
  }

  static Stream<Object> refused() {
    return Stream.of(
        0,
        2L,
        1.0f,
        1.0,
        1.5,
        new Decimal64((398L << 53) | 1),
        true,
        UnsignedLong.valueOf(-1L),
        // Truncated to 32 bits it would be 1.
        UnsignedLong.valueOf(4_294_967_297L),
        UnsignedInteger.valueOf(-1),
        new Binary(new byte[] {1}),
        List.of(1),
        "01",
        " 1");
  }

  @ParameterizedTest
  @MethodSource("refused")
  void everythingElseIsRefused(Object version) {
    assertThat(VersionGate.passes(AmqpValues.plain(version))).isFalse();
  }

  @Test
  void aNullVersionIsAbsent() {
    assertThat(VersionGate.passes(AmqpValues.plain(null))).isTrue();
  }

  @Test
  void theDeliveryCountIsOneBased() {
    AttemptsRule rule = ServiceBusBinding.BINDING.attemptsRule();

    assertThat(rule.reconcile(0, 1)).isZero();
    assertThat(rule.reconcile(0, 3)).isEqualTo(2);
    assertThat(rule.reconcile(5, 3)).isEqualTo(5);
  }
}
