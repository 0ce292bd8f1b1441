package com.babelqueue.connect.sink.artemis;

import static com.babelqueue.connect.sink.artemis.Messages.envelope;
import static com.babelqueue.connect.sink.artemis.Messages.envelopes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.sink.OutboundMessage;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What arrives at a real broker, as its plain client and as a client of another language see it.
 */
class ArtemisSenderTest extends SenderFixture {
  private static final String URN = "urn:babel:orders:created";
  private static final String TRACE = "6f1c2a52-9f0e-4d27-8a51-000000000007";

  @Test
  void everyNativeFieldIsWhatTheContractSays() throws Exception {
    open(Map.of());

    deliver(probe(envelope(7), new NativeHeader("traceparent", "00-aa-bb-01")));

    Message message = takeOne();
    assertThat(((TextMessage) message).getText()).isEqualTo(envelope(7));
    assertThat(message.getJMSType()).isEqualTo(URN);
    assertThat(message.getJMSCorrelationID()).isEqualTo(TRACE);
    assertThat(message.getJMSTimestamp()).isEqualTo(1_716_700_000_123L);
    assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    assertThat(message.getJMSMessageID()).isNotBlank();
    RawMessage raw = RawMessage.of(message);
    assertThat(raw.body())
        .isInstanceOfSatisfying(
            AmqpValue.class, value -> assertThat(value.getValue() instanceof String).isTrue());
    assertThat(raw.annotations()).isEqualTo(Map.of("x-opt-jms-type", URN));
    assertThat(raw.properties().getSubject()).isEqualTo(URN);
    assertThat(raw.properties().getCorrelationId()).isEqualTo(TRACE);
    assertThat(raw.createdAt()).isEqualTo(Instant.ofEpochMilli(1_716_700_000_123L));
    assertThat((CharSequence) raw.properties().getContentType()).isNull();
    assertThat(raw.properties().getGroupId()).isNull();
    assertThat(raw.isDurable()).isTrue();
    assertThat(raw.applicationProperties())
        .isEqualTo(
            Map.of(
                "bq_schema_version", "1",
                "bq_source_lang", "php",
                "bq_attempts", "2",
                "bq_app_id", "babelqueue",
                "traceparent", "00-aa-bb-01"));
  }

  /** PRJ-2: never an empty string, and never the time of the send for the time of creation. */
  @Test
  void whatTheEnvelopeLacksIsLeftOut() throws Exception {
    open(Map.of());

    deliver(
        probe(
            "{\"job\":\"urn:x\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"lang\":\" \","
                + "\"schema_version\":1}}"));

    RawMessage raw = RawMessage.of(takeOne());
    assertThat(raw.createdAt()).isNull();
    assertThat(raw.applicationProperties())
        .isEqualTo(Map.of("bq_schema_version", "1", "bq_attempts", "0", "bq_app_id", "babelqueue"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ID:plain",
        "ID:AMQP_UUID:0b54b1f2-0000-4000-8000-000000000001",
        "ID:AMQP_ULONG:5",
        "ID:AMQP_BINARY:0A",
        "ID:AMQP_STRING:text",
        "ID:AMQP_NO_PREFIX:text",
        "ID:AMQP_UUID:none",
        "0b54b1f2-0000-4000-8000-000000000001"
      })
  void aTraceIdStaysTheTextThatItIs(String traceId) throws Exception {
    open(Map.of());

    deliver(probe(envelope(7).replace(TRACE, traceId)));

    assertThat(RawMessage.of(takeOne()).properties().getCorrelationId()).isEqualTo(traceId);
  }

  @Test
  void headersGetLegalNamesAndWhatHasNoneIsLeftBehindAndCounted() throws Exception {
    open(Map.of());

    deliver(
        probe(
            envelope(7),
            new NativeHeader("_AMQ_DUPL_ID", "1"),
            new NativeHeader("1st", "1"),
            new NativeHeader("JMSReplyTo", "elsewhere"),
            new NativeHeader("a-b", "loses to a_b"),
            new NativeHeader("a_b", "own name"),
            new NativeHeader("between", "a word of selectors"),
            new NativeHeader("bq-replay-bypass", "1"),
            new NativeHeader("bq_attempts", "loses to the contract"),
            new NativeHeader("bytes", new byte[] {1}),
            new NativeHeader("naïve-ğ", "☕"),
            new NativeHeader("tenant.id", "no dots")));

    Map<String, Object> headers = new HashMap<>(RawMessage.of(takeOne()).applicationProperties());
    headers.keySet().removeAll(List.of("bq_schema_version", "bq_source_lang", "bq_app_id"));
    assertThat(headers)
        .isEqualTo(
            Map.of("a_b", "own name", "bq_attempts", "2", "bq_replay_bypass", "1", "naïve_ğ", "☕"));
    assertThat(sender.headers().getDropped()).isEqualTo(8);
  }

  /** A duplicate id in a header would make the broker confirm the message and drop it. */
  @Test
  void noHeaderMakesTheBrokerTakeAMessageForADuplicate() throws Exception {
    open(Map.of());
    NativeHeader id = new NativeHeader("_AMQ_DUPL_ID", "same");

    deliver(probe(envelope(1), id), probe(envelope(2), id));

    assertThat(takeBodies(2)).isEqualTo(envelopes(1, 3));
  }

  @Test
  void aRawBodyHasNoProjection() throws Exception {
    open(Map.of());
    byte[] bytes = {(byte) 0xC3, 0x28};

    deliver(
        SendProbe.of(OutboundMessage.to(queue, "hello ☕".getBytes(UTF_8), "t-0@1").build()),
        SendProbe.of(OutboundMessage.to(queue, bytes, "t-0@2").build()));

    List<Message> messages = peer.takeMessages(queue, 2, LIMIT);
    assertThat(((TextMessage) messages.get(0)).getText()).isEqualTo("hello ☕");
    assertThat(((BytesMessage) messages.get(1)).getBody(byte[].class)).isEqualTo(bytes);
    for (Message message : messages) {
      RawMessage raw = RawMessage.of(message);
      assertThat(raw.applicationProperties()).isEmpty();
      assertThat(raw.annotations()).isEmpty();
      assertThat(raw.properties().getSubject()).isNull();
      assertThat(raw.properties().getCorrelationId()).isNull();
      // As with any plain message the time of the send.
      assertThat(message.getJMSTimestamp()).isPositive();
    }
  }

  @Test
  void manySendsArePipelinedInOrder() throws Exception {
    open(Map.of());
    List<SendProbe> probes = numbered(0, 3_000);

    deliver(probes.toArray(SendProbe[]::new));

    assertThat(takeBodies(3_000)).isEqualTo(envelopes(0, 3_000));
  }

  @Test
  void aDelayIsKeptByTheBrokerAndMirrored() throws Exception {
    open(Map.of());
    long before = System.currentTimeMillis();

    deliver(delayed(Duration.ofMinutes(10)), delayed(Duration.ofMillis(1_500)), probe(envelope(3)));

    List<Message> messages = peer.takeMessages(queue, 2, LIMIT);
    assertThat(((TextMessage) messages.get(0)).getText()).isEqualTo(envelope(3));
    RawMessage raw = RawMessage.of(messages.get(1));
    assertThat(raw.applicationProperties()).containsEntry("bq_delay", "1500");
    assertThat((Long) raw.annotations().get("x-opt-delivery-time"))
        .isBetween(before + 1_500, System.currentTimeMillis());
    assertThat(RawMessage.of(messages.get(0)).annotations())
        .doesNotContainKey("x-opt-delivery-time");
    assertThat(peer.broker().unsettled(queue)).as("the one of ten minutes").isEqualTo(1);
  }

  @Test
  void aDelayThatAmqpCannotTellIsRejected() throws Exception {
    open(Map.of());
    SendProbe tooLong = delayed(Duration.ofSeconds(Long.MAX_VALUE));

    sender.send(List.of(tooLong, probe(envelope(1))));

    assertThat(tooLong.outcome(LIMIT))
        .extracting(Outcome::kind, Outcome::reason)
        .containsExactly(Kind.REJECTED, "delay");
    assertThat(takeBodies(1)).isEqualTo(envelopes(1, 2));
  }

  @Test
  void theGroupComesFromATemplate() throws Exception {
    open(Map.of("artemis.group.id", "customer-${header.customer}"));
    byte[] body = envelope(1).getBytes(UTF_8);

    deliver(
        SendProbe.of(
            SendProbe.envelope(queue, body)
                .variables(Map.of("header.customer", "42")::get)
                .build()),
        probe(envelope(2)));

    List<Message> messages = peer.takeMessages(queue, 2, LIMIT);
    assertThat(messages.get(0).getStringProperty("JMSXGroupID")).isEqualTo("customer-42");
    assertThat(RawMessage.of(messages.get(1)).properties().getGroupId()).isNull();
  }

  private SendProbe delayed(Duration delay) {
    return SendProbe.of(
        SendProbe.envelope(queue, envelope(9).getBytes(UTF_8)).delay(delay).build());
  }
}
