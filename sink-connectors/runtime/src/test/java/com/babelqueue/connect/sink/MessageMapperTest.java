package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.config.NameTemplate;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sender gets of a record, and which records it never sees. */
class MessageMapperTest {
  private static final String BODY = Records.body("a");

  private final SinkMetrics metrics = new SinkMetrics();

  @Test
  void theBodyIsTheRecordsOwnBytes() {
    byte[] value = BODY.getBytes(UTF_8);

    OutboundMessage message = message(map(Records.raw(ORDERS_0, 3, value)));

    assertThat(message.body()).isSameAs(value);
    assertThat(message.envelope().id()).isEqualTo("a");
    assertThat(message.attempts()).isZero();
    assertThat(message.destination()).isEqualTo("orders");
    assertThat(message.key()).isNull();
    assertThat(message.delay()).isNull();
    assertThat(message.headers()).isEmpty();
    assertThat(message.location()).isEqualTo("topic orders, partition 0, offset 3");
  }

  @Test
  void attemptsOfTheLastHeaderAreSplicedIntoTheBody() {
    OutboundMessage message = mapped("bq-attempts", bytes("7"), "bq-attempts", bytes(" 2 "));

    assertThat(message.attempts()).isEqualTo(2);
    assertThat(new String(message.body(), UTF_8))
        .isEqualTo(BODY.replace("\"attempts\":0", "\"attempts\":2"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "", "-1", "99999999999"})
  void unreadableAttemptsLeaveTheBodyAlone(String attempts) {
    assertThat(new String(mapped("bq-attempts", bytes(attempts)).body(), UTF_8)).isEqualTo(BODY);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"1", "", " \t"})
  void theGateLetsVersionOneAndBlankPass(String version) {
    assertThat(message(map(withHeaders("bq-schema-version", version)))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "01", " 1", "1 ", "x", "\u00A0"})
  void theGateRefusesAnythingElse(String version) {
    assertThat(fault(map(withHeaders("bq-schema-version", bytes(version)))).reason())
        .isEqualTo(Fault.GATE);
    assertThat(metrics.getGateRefusals()).isEqualTo(1);
  }

  @Test
  void theGateLooksAtEveryHeaderOfThatNameAndBeforeTheBody() {
    SinkRecord record =
        Records.raw(
            ORDERS_0, 0, "no json", "bq-schema-version", "2", "bq-schema-version", bytes("1"));

    assertThat(fault(map(record)).reason()).isEqualTo(Fault.GATE);
    assertThat(metrics.getPoison()).isZero();
  }

  @Test
  void aBodyThatIsNoEnvelopeIsAFaultWithItsReason() {
    assertThat(fault(map(Records.raw(ORDERS_0, 0, "{}"))).reason()).isEqualTo("missing_urn");
    assertThat(metrics.getPoison()).isEqualTo(1);
  }

  @Test
  void forwardedPoisonIsSentRawWithItsHeaders() {
    SinkRecord record =
        Records.raw(ORDERS_0, 0, "no json", "bq-attempts", "4", "tenant", bytes("acme"));

    OutboundMessage message = message(map(record, SinkConfig.POISON_POLICY, "forward"));

    assertThat(new String(message.body(), UTF_8)).isEqualTo("no json");
    assertThat(message.envelope()).isNull();
    assertThat(message.headers()).containsExactly(new NativeHeader("tenant", "acme"));
  }

  @Test
  void aRefusedVersionIsForwardedRawToo() {
    SinkRecord record = withHeaders("bq-schema-version", "2", "bq-attempts", "4");

    OutboundMessage message = message(map(record, SinkConfig.POISON_POLICY, "forward"));

    assertThat(new String(message.body(), UTF_8)).isEqualTo(BODY);
    assertThat(message.envelope()).isNull();
  }

  @Test
  void outOfBandHeadersTravelSortedAndContractNamesDoNot() {
    OutboundMessage message =
        mapped(
            "x-user", bytes("u"),
            "traceparent", "00-abc",
            "bq-job", "urn:x",
            "bq-trace-id", "t",
            "bq-message-id", "i",
            "bq-schema-version", "1",
            "bq-source-lang", "php",
            "bq-attempts", "0",
            "bq-delay", "0",
            "bq-original-topic", "orders",
            "bq-replay-bypass", bytes("1"),
            "empty", "",
            "blank", bytes(" \t"),
            "none", null,
            "tracestate", "k=v",
            "x-user", bytes("last"));

    assertThat(message.headers())
        .containsExactly(
            new NativeHeader("bq-replay-bypass", "1"),
            new NativeHeader("traceparent", "00-abc"),
            new NativeHeader("tracestate", "k=v"),
            new NativeHeader("x-user", "last"));
  }

  @Test
  void headersOfOtherTypesBecomeTextAndBytesThatAreNoTextStayBytes() {
    byte[] binary = {(byte) 0xFF, 0};
    OutboundMessage message =
        mapped(
            "a", 5L,
            "b", true,
            "c", binary,
            "d", ByteBuffer.wrap(binary),
            "e", List.of(1, "x"),
            "f", Map.of("k", 2),
            "g", Date.from(Instant.EPOCH));

    assertThat(message.headers().stream().map(NativeHeader::value))
        .containsExactly(
            "5", "true", binary, binary, "[1,\"x\"]", "{\"k\":2}", "1970-01-01T00:00:00Z");
  }

  @Test
  void headersAreIncludedAndExcludedByPattern() {
    SinkRecord record = withHeaders("x-a", "1", "x-secret", "2", "y", "3");

    OutboundMessage message =
        message(
            map(record, SinkConfig.HEADERS_INCLUDE, "x-*", SinkConfig.HEADERS_EXCLUDE, "*secret"));

    assertThat(message.headers()).containsExactly(new NativeHeader("x-a", "1"));
  }

  @Test
  void keysStayByteForByte() {
    byte[] key = {1, 2};
    assertThat(message(map(keyed(key))).key()).isSameAs(key);
    assertThat(message(map(keyed(new byte[0]))).key()).isEmpty();
    assertThat(message(map(keyed("k\u00e9y"))).key()).isEqualTo(bytes("k\u00e9y"));
    assertThat(message(map(keyed(ByteBuffer.wrap(new byte[] {(byte) 0xFF})))).key())
        .containsExactly(0xFF);
    assertThat(message(map(keyed(42L))).key()).isEqualTo(bytes("42"));
    assertThat(message(map(keyed(null))).key()).isNull();
  }

  @Test
  void aDelayIsReadFromItsLastHeader() {
    assertThat(mapped("bq-delay", "x", "bq-delay", bytes(" 1500\n")).delay())
        .isEqualTo(Duration.ofMillis(1500));
    assertThat(mapped("bq-delay", 250).delay()).isEqualTo(Duration.ofMillis(250));
    assertThat(mapped("bq-delay", "0").delay()).isNull();
    assertThat(mapped("bq-delay", " ").delay()).isNull();
    assertThat(mapped("bq-delay", null).delay()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-5", "1.5", "5s", "9999999999999999999"})
  void aDelayThatCannotBeReadIsAFaultAndNeverDropped(String delay) {
    assertThat(fault(map(withHeaders("bq-delay", delay))).reason()).isEqualTo(Fault.DELAY);
  }

  @Test
  void aDelayOfBytesThatAreNoTextIsAFault() {
    assertThat(fault(map(withHeaders("bq-delay", new byte[] {(byte) 0xFF}))).reason())
        .isEqualTo(Fault.DELAY);
  }

  @Test
  void destinationsAreRenderedFromEveryVariable() {
    SinkRecord record =
        Records.raw(ORDERS_0, 0, BODY, "tenant", bytes("first"), "tenant", bytes("acme"));
    SinkRecord routed =
        record.newRecord(
            "routed", 0, null, bytes("k1"), null, record.value(), 0L, record.headers());

    OutboundMessage message =
        message(
            map(
                routed,
                TestSinkConfig.DESTINATION,
                "${topic}/${meta.queue}/${urn}/${key}/${header.tenant}"));

    assertThat(message.destination()).isEqualTo("orders/orders/urn:babel:orders:created/k1/acme");
    assertThat(
            message.render(
                NameTemplate.parse("s", "${header.tenant}.${key}", SinkConfig.VARIABLES)))
        .isEqualTo("acme.k1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"${key}", "q.${header.tenant}"})
  void aDestinationWithoutAValueIsAFault(String template) {
    Mapped mapped = map(withHeaders("tenant", bytes(" ")), TestSinkConfig.DESTINATION, template);

    assertThat(fault(mapped).reason()).isEqualTo(Fault.DESTINATION);
    assertThat(fault(mapped).detail()).contains(TestSinkConfig.DESTINATION);
  }

  private OutboundMessage mapped(Object... headers) {
    return message(map(withHeaders(headers)));
  }

  private static SinkRecord withHeaders(Object... headers) {
    return Records.raw(ORDERS_0, 0, BODY, headers);
  }

  private static SinkRecord keyed(Object key) {
    SinkRecord record = Records.envelope(ORDERS_0, 0, "a");
    return record.newRecord("orders", 0, null, key, null, record.value(), 0L);
  }

  private Mapped map(SinkRecord record, String... settings) {
    SinkConfig config = new TestSinkConfig(TestSinkConfig.settings(settings));
    return new MessageMapper(config, metrics).map(record, RecordOrigin.of(record));
  }

  private static OutboundMessage message(Mapped mapped) {
    assertThat(mapped).isInstanceOf(Mapped.Message.class);
    return ((Mapped.Message) mapped).message();
  }

  private static Fault fault(Mapped mapped) {
    assertThat(mapped).isInstanceOf(Mapped.Faulty.class);
    return ((Mapped.Faulty) mapped).fault();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
