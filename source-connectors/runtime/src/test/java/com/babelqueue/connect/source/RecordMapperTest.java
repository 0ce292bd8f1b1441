package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a delivery becomes: contract 3.6, GATE-1, CON-4, POI-2 and DESIGN section 4. */
class RecordMapperTest {
  private static final long NOW = TestEnvelopes.CREATED_AT + 60_000;

  @Test
  void theBodyIsTheValueByteForByte() {
    byte[] body =
        TestEnvelopes.with("{\"price\": 99.90, \"big\": 12345678901234567890}", 1)
            .getBytes(StandardCharsets.UTF_8);
    BridgeSourceRecord record = handOn(map(delivery(body).build()));

    assertThat(record.value()).isSameAs(body);
    assertThat(record.topic()).isEqualTo("orders");
    assertThat(record.key()).isNull();
    assertThat(record.kafkaPartition()).isNull();
  }

  @Test
  void theSixHeadersComeFirstThenTheNativeOnesSortedAndWithoutContractNames() {
    Delivery delivery =
        delivery(TestEnvelopes.numbered(1))
            .headers(
                List.of(
                    new NativeHeader("zeta", "z"),
                    new NativeHeader("x-attempts", 9),
                    new NativeHeader("bq-attempts", "9"),
                    new NativeHeader("bq-delay", "5000"),
                    new NativeHeader("bq-original-topic", "other"),
                    new NativeHeader("blank", " \t"),
                    new NativeHeader("null", null),
                    new NativeHeader("alpha", new BigDecimal("1E+3"))))
            .attemptsField("3")
            .build();

    assertThat(headers(handOn(map(delivery))))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
            "bq-message-id=f1e2d3c4-b5a6-4789-90ab-cdef01234567",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=2",
            "alpha=1000",
            "zeta=z");
  }

  @Test
  void reconciledAttemptsCanGoIntoTheBodyToo() {
    Delivery delivery = delivery(TestEnvelopes.numbered(1)).attemptsField("3").build();

    byte[] value = (byte[]) handOn(map(delivery, SourceConfig.ATTEMPTS_WRITE, "both")).value();

    assertThat(new String(value, StandardCharsets.UTF_8))
        .isEqualTo(TestEnvelopes.numbered(1).replace("\"attempts\":0", "\"attempts\":2"));
  }

  @Test
  void theTimestampIsTheProductionTime() {
    Delivery delivery = delivery(TestEnvelopes.numbered(1)).build();

    assertThat(handOn(map(delivery)).timestamp()).isEqualTo(TestEnvelopes.CREATED_AT);
    assertThat(handOn(map(delivery, SourceConfig.TIMESTAMP, "received")).timestamp()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "none,",
    "id,f1e2d3c4-b5a6-4789-90ab-cdef01234567",
    "trace_id,7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b",
    "group,g1",
    "header:tenant,acme",
    "header:absent,"
  })
  void theKeyIsWhatTheSettingSays(String setting, String key) {
    Delivery delivery =
        delivery(TestEnvelopes.numbered(1))
            .group("g1")
            .headers(List.of(new NativeHeader("tenant", "acme")))
            .build();

    assertThat(handOn(map(delivery, SourceConfig.KEY, setting)).key()).isEqualTo(key);
  }

  @Test
  void keysAndHeadersAreBytesWhereTheConverterTakesBytes() {
    Delivery delivery =
        delivery(TestEnvelopes.numbered(1))
            .group("g1")
            .headers(List.of(new NativeHeader("raw", new byte[] {(byte) 0xff, 1})))
            .build();
    String converter = "org.apache.kafka.connect.converters.ByteArrayConverter";

    BridgeSourceRecord record =
        handOn(
            map(
                delivery,
                SourceConfig.KEY,
                "group",
                "key.converter",
                converter,
                "header.converter",
                converter));

    assertThat((byte[]) record.key()).asString(StandardCharsets.UTF_8).isEqualTo("g1");
    assertThat(record.headers().lastWithName("raw").value()).isEqualTo(new byte[] {(byte) 0xff, 1});
    assertThat(record.headers().lastWithName("bq-attempts").value()).isEqualTo(new byte[] {'0'});
  }

  @Test
  void headersAreChosenByPattern() {
    Delivery delivery =
        delivery(TestEnvelopes.numbered(1))
            .headers(
                List.of(
                    new NativeHeader("x-a", "1"),
                    new NativeHeader("x-secret", "2"),
                    new NativeHeader("other", "3")))
            .build();

    BridgeSourceRecord record =
        handOn(
            map(
                delivery,
                SourceConfig.HEADERS_INCLUDE,
                "x-*",
                SourceConfig.HEADERS_EXCLUDE,
                "*secret"));

    assertThat(headers(record))
        .filteredOn(header -> !header.startsWith("bq-"))
        .containsExactly("x-a=1");
  }

  @Test
  void metadataTravelsWhenAskedFor() {
    Delivery delivery =
        delivery(TestEnvelopes.numbered(1))
            .metadata(List.of(new NativeHeader("scripted.message.id", "m1")))
            .build();

    assertThat(headers(handOn(map(delivery)))).doesNotContain("scripted.message.id=m1");
    assertThat(headers(handOn(map(delivery, SourceConfig.HEADERS_METADATA, "true"))))
        .contains("scripted.message.id=m1");
  }

  @Test
  void topicTemplatesTakeQueueAndEnvelopeFields() {
    Delivery delivery = delivery(TestEnvelopes.numbered(1)).build();

    assertThat(handOn(map(delivery, SourceConfig.TOPIC, "from.${queue}.${meta.queue}")).topic())
        .isEqualTo("from.q.orders");
  }

  @Test
  void poisonGoesToTheDeadLetterTopicByteForByteWithTheReasonInHeaders() {
    byte[] body = {(byte) 0xff, 0, '{'};
    Delivery delivery =
        delivery(body)
            .headers(List.of(new NativeHeader("x-attempts", "1"), new NativeHeader("h", "v")))
            .build();

    BridgeSourceRecord record = handOn(map(delivery));

    assertThat(record.topic()).isEqualTo("orders.dlq");
    assertThat(record.value()).isSameAs(body);
    assertThat(record.timestamp()).isNull();
    assertThat(headers(record))
        .startsWith("x-attempts=1", "h=v")
        .contains("bq-error-origin=scripted:q", "bq-error-message-id=id-1")
        .anyMatch(header -> header.startsWith("bq-error-reason="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{\"job\":\"urn:x\"}", "plain"})
  void whatIsNoEnvelopeIsPoison(String body) {
    assertThat(handOn(map(delivery(body).build())).topic()).isEqualTo("orders.dlq");
  }

  @Test
  void theGateComesBeforeDecoding() {
    Delivery delivery = delivery("not even json").versionField("2").build();

    assertThat(headers(handOn(map(delivery)))).contains("bq-error-reason=schema_version_gate");
  }

  @Test
  void aMessageThatCirclesIsPoisonWhenALimitIsSet() {
    Delivery delivery = delivery(TestEnvelopes.numbered(1)).deliveryCount(6).build();

    assertThat(handOn(map(delivery)).topic()).isEqualTo("orders");
    assertThat(headers(handOn(map(delivery, SourceConfig.MAX_DELIVERIES, "5"))))
        .contains("bq-error-reason=max_deliveries");
  }

  @Test
  void poisonPoliciesAreObeyed() {
    Delivery delivery = delivery("nope").headers(List.of(new NativeHeader("h", "v"))).build();

    assertThat(map(delivery, SourceConfig.POISON_POLICY, "reject"))
        .isEqualTo(new Disposition.Reject(new Poison("malformed_json", detail(delivery))));
    assertThat(map(delivery, SourceConfig.POISON_POLICY, "fail"))
        .isInstanceOf(Disposition.Fail.class);
    BridgeSourceRecord raw = handOn(map(delivery, SourceConfig.POISON_POLICY, "forward"));
    assertThat(raw.topic()).isEqualTo("orders");
    assertThat(headers(raw)).containsExactly("h=v");
  }

  private static String detail(Delivery delivery) {
    return ((Disposition.Reject) map(delivery, SourceConfig.POISON_POLICY, "reject"))
        .poison()
        .detail();
  }

  @Test
  void whatNoTopicCouldTakeIsHeldUnlessTheSettingSaysOtherwise() {
    Delivery delivery =
        delivery(TestEnvelopes.with("{\"s\":\"" + "x".repeat(2000) + "\"}", 1)).build();
    String[] small = {SourceConfig.MAX_RECORD_BYTES, "2048"};

    assertThat(map(delivery, small)).isInstanceOf(Disposition.Hold.class);
    assertThat(map(delivery, small[0], small[1], SourceConfig.OVERSIZE_POLICY, "reject"))
        .isInstanceOf(Disposition.Reject.class);
    assertThat(map(delivery, small[0], small[1], SourceConfig.OVERSIZE_POLICY, "fail"))
        .isInstanceOf(Disposition.Fail.class);
  }

  @Test
  void aTimestampTheTopicWouldRefuseIsPoison() {
    long late = NOW + 3_600_001;

    assertThat(headers(handOn(map(delivery(TestEnvelopes.createdAt(late)).build()))))
        .contains("bq-error-reason=timestamp_out_of_range");
    assertThat(handOn(map(delivery(TestEnvelopes.createdAt(late - 1)).build())).topic())
        .isEqualTo("orders");
    assertThat(
            handOn(
                    map(
                        delivery(TestEnvelopes.createdAt(late)).build(),
                        SourceConfig.TIMESTAMP,
                        "received"))
                .topic())
        .isEqualTo("orders");
  }

  @Test
  void aTopicKafkaWouldRefuseIsPoison() {
    Delivery delivery = delivery(TestEnvelopes.numbered(1)).build();

    BridgeSourceRecord record = handOn(map(delivery, SourceConfig.TOPIC, "t.${urn}"));

    assertThat(record.topic()).as("the URN has colons").isEqualTo("q.dlq");
    assertThat(headers(record)).contains("bq-error-reason=illegal_topic");
  }

  @Test
  void offsetsAreUniqueAndPartitionsNameTheQueue() {
    RecordMapper mapper = mapper();
    BridgeSourceRecord first = handOn(mapper.map(delivery(TestEnvelopes.numbered(1)).build()));
    BridgeSourceRecord second = handOn(mapper.map(delivery(TestEnvelopes.numbered(1)).build()));

    assertThat(first.sourceOffset()).isNotEqualTo(second.sourceOffset());
    assertThat(first.sourcePartition()).isEqualTo(Map.of("queue", "q"));
  }

  private static Delivery.Builder delivery(String body) {
    return delivery(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Delivery.Builder delivery(byte[] body) {
    return Delivery.of("q", body, "handle", 1).messageId("id-1");
  }

  private static RecordMapper mapper(String... settings) {
    return new RecordMapper(
        new TestSourceConfig(TestSourceConfig.settings(settings)),
        EngineWalk.BINDING,
        Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC));
  }

  private static Disposition map(Delivery delivery, String... settings) {
    return mapper(settings).map(delivery);
  }

  private static BridgeSourceRecord handOn(Disposition disposition) {
    assertThat(disposition).isInstanceOf(Disposition.HandOn.class);
    return ((Disposition.HandOn) disposition).record();
  }

  private static List<String> headers(BridgeSourceRecord record) {
    List<String> all = new ArrayList<>();
    for (Header header : record.headers()) {
      all.add(header.key() + "=" + header.value());
    }
    return all;
  }
}
