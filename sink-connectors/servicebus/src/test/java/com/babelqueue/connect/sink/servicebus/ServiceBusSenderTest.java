package com.babelqueue.connect.sink.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.emulator.servicebus.EntityOptions;
import com.babelqueue.connect.sink.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;
import org.junit.jupiter.api.Test;

/** What a sender makes of messages, as a plain receiver sees it. */
class ServiceBusSenderTest extends SenderFixture {
  @Test
  void everyFieldOfTheBindingArrivesInItsType() throws Exception {
    open(peer.createQueue("orders"));

    deliver(probe("orders", 7));

    ServiceBusReceivedMessage message = takeOne("orders");
    assertThat(message.getBody().toString()).isEqualTo(Orders.envelope(7));
    assertThat(message.getSubject()).isEqualTo("urn:babel:orders:created");
    assertThat(message.getCorrelationId()).isEqualTo(Orders.traceId(7));
    assertThat(message.getMessageId()).isEqualTo(Orders.id(7));
    assertThat(message.getContentType()).isEqualTo("application/json");
    assertThat(message.getSessionId()).isNull();
    assertThat(message.getPartitionKey()).isNull();
    assertThat(message.getTimeToLive()).isEqualTo(Duration.ZERO);
    assertThat(message.getApplicationProperties())
        .isEqualTo(
            Map.<String, Object>of(
                "bq-schema-version", 1, "bq-source-lang", "php", "bq-created-at", 1749132727000L));
  }

  @Test
  void headersTravelAsTextOrBytesAndTheContractWins() throws Exception {
    open(peer.createQueue("orders"));
    byte[] bytes = {(byte) 0xff, 0, 1};

    deliver(
        probe(
            "orders",
            1,
            new NativeHeader("bq-created-at", "7"),
            new NativeHeader("bq-delay", "7"),
            new NativeHeader("bytes", bytes),
            new NativeHeader("note", "ğ ☕ 1"),
            new NativeHeader("traceparent", "00-1-2-01")));

    Map<String, Object> properties = takeOne("orders").getApplicationProperties();
    assertThat(properties)
        .containsEntry("bytes", new Binary(bytes))
        .containsEntry("note", "ğ ☕ 1")
        .containsEntry("traceparent", "00-1-2-01")
        .containsEntry("bq-created-at", 1749132727000L)
        .doesNotContainKeys("bq-delay", "bq-attempts")
        .hasSize(6);
  }

  @Test
  void whatIsBlankIsLeftOut() throws Exception {
    open(peer.createQueue("orders"));
    String body =
        "{\"job\":\"urn:x\",\"trace_id\":\" \",\"data\":{},\"meta\":{\"id\":\"\","
            + "\"lang\":\" \",\"schema_version\":1}}";

    deliver(SendProbe.of("orders", body.getBytes(UTF_8), List.of()));

    ServiceBusReceivedMessage message = takeOne("orders");
    assertThat(message.getCorrelationId()).isNull();
    assertThat(message.getMessageId()).isNull();
    assertThat(message.getApplicationProperties()).isEqualTo(Map.of("bq-schema-version", 1));
  }

  @Test
  void aRawBodyHasItsContentTypeOnly() throws Exception {
    open(peer.createQueue("orders"));

    deliver(SendProbe.of(OutboundMessage.to("orders", new byte[] {1, 2}, "t-0@0").build()));

    ServiceBusReceivedMessage message = takeOne("orders");
    assertThat(message.getBody().toBytes()).containsExactly(1, 2);
    assertThat(message.getContentType()).isEqualTo("application/json");
    assertThat(message.getSubject()).isNull();
    assertThat(message.getApplicationProperties()).isEmpty();
  }

  @Test
  void batchesAreAsLargeAsTheQueueTakesAndKeepTheOrder() throws Exception {
    peer.emulator().createQueue("orders", EntityOptions.standard().withMaxMessageBytes(64 * 1024));
    open("orders");
    List<SendProbe> probes = numbered("orders", 0, 1_000);

    send(probes);

    assertThat(kinds(probes)).containsOnly(Kind.SENT);
    assertThat(peer.emulator().transfers("orders")).isBetween(7, 50);
    assertThat(bodies(take("orders", 1_000))).isEqualTo(envelopes(0, 1_000));
  }

  @Test
  void aBatchIsNoLargerThanTheSettingAllows() throws Exception {
    open(peer.createQueue("orders"), "servicebus.batch.bytes", "4096");
    List<SendProbe> probes = numbered("orders", 0, 100);

    send(probes);

    assertThat(kinds(probes)).containsOnly(Kind.SENT);
    assertThat(peer.emulator().transfers("orders")).isGreaterThan(15);
    assertThat(bodies(take("orders", 100))).isEqualTo(envelopes(0, 100));
  }

  @Test
  void whatIsTooLargeHoldsUpNothing() throws Exception {
    peer.emulator().createQueue("orders", EntityOptions.standard().withMaxMessageBytes(64 * 1024));
    open("orders");
    byte[] fits = Orders.envelope(8, "x".repeat(60 * 1024)).getBytes(UTF_8);
    byte[] large = Orders.envelope(9, "x".repeat(64 * 1024)).getBytes(UTF_8);
    List<SendProbe> probes = new ArrayList<>(numbered("orders", 0, 2));
    probes.add(SendProbe.of("orders", large, List.of()));
    probes.add(SendProbe.of("orders", fits, List.of()));
    probes.addAll(numbered("orders", 2, 4));

    send(probes);

    assertThat(kinds(probes))
        .containsExactly(Kind.SENT, Kind.SENT, Kind.REJECTED, Kind.SENT, Kind.SENT, Kind.SENT);
    assertThat(probes.get(2).outcome(LIMIT).reason()).isEqualTo("too_large");
    assertThat(bodies(take("orders", 5)))
        .containsExactly(
            Orders.envelope(0),
            Orders.envelope(1),
            new String(fits, UTF_8),
            Orders.envelope(2),
            Orders.envelope(3));
  }

  @Test
  void aDelayIsASchedule() throws Exception {
    open(peer.createQueue("orders"));
    SendProbe delayed = SendProbe.of(message("orders", 1).delay(Duration.ofMinutes(10)).build());
    SendProbe plain = SendProbe.of(message("orders", 2).delay(Duration.ZERO).build());

    deliver(delayed, plain);

    ServiceBusReceivedMessage first = takeOne("orders");
    assertThat(first.getBody().toString()).isEqualTo(Orders.envelope(2));
    assertThat(first.getScheduledEnqueueTime()).isNull();
    assertThat(first.getApplicationProperties()).doesNotContainKey("bq-delay");
    clock.advance(Duration.ofMinutes(10).minusMillis(1));
    assertThat(peer.emulator().setAside("orders")).isEqualTo(1);
    clock.advance(Duration.ofMillis(2));
    ServiceBusReceivedMessage second = takeOne("orders");
    assertThat(second.getBody().toString()).isEqualTo(Orders.envelope(1));
    assertThat(second.getScheduledEnqueueTime().toInstant())
        .isEqualTo(clock.instant().minusMillis(1));
    assertThat(second.getApplicationProperties()).containsEntry("bq-delay", 600_000L);
  }

  @Test
  void aDelayBeyondAllTimesIsRejected() throws Exception {
    open(peer.createQueue("orders"));

    assertThat(
            outcome(
                SendProbe.of(
                    message("orders", 1)
                        .delay(Duration.ofMillis(999_999_999_999_999_999L))
                        .build())))
        .extracting(Outcome::kind, Outcome::reason)
        .containsExactly(Kind.REJECTED, "delay");
  }

  @Test
  void everySessionKeepsItsOrder() throws Exception {
    open(
        peer.createSessionQueue("orders"),
        "servicebus.session.id",
        "${key}",
        "servicebus.partition.key",
        "${key}");
    List<SendProbe> probes = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      probes.add(keyed("orders", "s" + i % 3, i));
    }

    for (int from = 0; from < 300; from += 20) {
      send(probes.subList(from, from + 20));
    }

    assertThat(kinds(probes)).containsOnly(Kind.SENT);
    for (int session = 0; session < 3; session++) {
      List<String> expected = new ArrayList<>();
      for (int i = session; i < 300; i += 3) {
        expected.add(Orders.envelope(i));
      }
      assertThat(bodies(peer.takeSession("orders", "s" + session, 100, LIMIT))).isEqualTo(expected);
    }
  }

  @Test
  void aPartitionKeyArrivesAndMayBeAbsent() throws Exception {
    open(peer.createQueue("orders"), "servicebus.partition.key", "${key}");

    deliver(keyed("orders", "k", 1));
    deliver(keyed("orders", null, 2));

    assertThat(take("orders", 2))
        .extracting(ServiceBusReceivedMessage::getPartitionKey)
        .containsExactly("k", null);
  }

  @Test
  void aTopicIsWrittenLikeAQueue() throws Exception {
    peer.emulator().createTopic("events");
    String path = peer.emulator().createSubscription("events", "all", EntityOptions.standard());
    open("events");

    deliver(numbered("events", 0, 3).toArray(SendProbe[]::new));

    assertThat(bodies(take(path, 3))).isEqualTo(envelopes(0, 3));
  }

  @Test
  void whatServiceBusNeverTakesNamesItsField() throws Exception {
    open(
        peer.createQueue("${key}"),
        "servicebus.session.id",
        "${header.s}",
        "servicebus.partition.key",
        "${header.s}");
    peer.createQueue("orders");
    String longId = "i".repeat(129);
    String body = Orders.envelope(1).replace(Orders.id(1), longId);
    SendProbe id = SendProbe.of("orders", body.getBytes(UTF_8), List.of());
    SendProbe session = SendProbe.of(message("orders", 1).variables(variable -> longId).build());
    SendProbe header = probe("orders", 1, new NativeHeader("h", "x".repeat(33 * 1024)));
    SendProbe headers =
        probe(
            "orders",
            1,
            new NativeHeader("h1", "x".repeat(30 * 1024)),
            new NativeHeader("h2", "x".repeat(30 * 1024)),
            new NativeHeader("h3", "x".repeat(5 * 1024)));
    SendProbe name = probe("/orders/", 1);

    assertThat(outcome(id).reason()).isEqualTo("message_id");
    assertThat(outcome(session).reason()).isEqualTo("session_id");
    assertThat(outcome(header).reason()).isEqualTo("headers_too_large");
    assertThat(outcome(header).detail()).contains("property h ");
    assertThat(outcome(headers).reason()).isEqualTo("headers_too_large");
    assertThat(outcome(name).reason()).isEqualTo("destination");
    deliver(
        probe(
            "orders",
            1,
            new NativeHeader("h1", "x".repeat(31 * 1024)),
            new NativeHeader("h2", "x".repeat(31 * 1024))));
  }
}
