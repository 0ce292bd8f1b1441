package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.Orders.envelope;
import static com.babelqueue.connect.sink.rabbitmq.Orders.envelopes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.sink.OutboundMessage;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.GetResponse;
import com.rabbitmq.client.impl.LongStringHelper;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What becomes of every message, and what it looks like at the broker. */
class RabbitMqSenderTest extends SenderFixture {
  @Test
  void messagesArriveInOrderAndAreConfirmed() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of());
    List<SendProbe> probes = probes(queue, 0, 1_000);

    sender.send(new ArrayList<>(probes.subList(0, 400)));
    sender.send(new ArrayList<>(probes.subList(400, 1_000)));

    assertThat(kinds(probes)).containsOnly(Kind.SENT);
    assertThat(bodies(queue, 1_000)).isEqualTo(envelopes(0, 1_000));
    assertThat(client.depth(queue)).isZero();
  }

  @Test
  void theNativeMessageIsExactlyTheContracts() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of());
    byte[] bytes = {(byte) 0xC3, 0x28};
    SendProbe probe =
        SendProbe.of(
            SendProbe.envelope(queue, envelope(7).getBytes(UTF_8))
                .headers(
                    List.of(
                        new NativeHeader("CC", "elsewhere"),
                        new NativeHeader("binary", bytes),
                        new NativeHeader("traceparent", "00-1")))
                .build());

    send(probe);

    assertThat(outcome(probe).kind()).isEqualTo(Kind.SENT);
    GetResponse message = messages(queue, 1).get(0);
    assertThat(message.getBody()).isEqualTo(envelope(7).getBytes(UTF_8));
    AMQP.BasicProperties properties = message.getProps();
    assertThat(properties.builder().headers(null).build())
        .isEqualTo(
            new AMQP.BasicProperties.Builder()
                .type("urn:babel:orders:created")
                .correlationId("trace-7")
                .messageId("id-7")
                .appId("babelqueue")
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(2)
                .build());
    Map<String, Object> headers = new HashMap<>(properties.getHeaders());
    assertThat((byte[]) headers.remove("binary")).isEqualTo(bytes);
    assertThat(headers)
        .isEqualTo(
            Map.of(
                "traceparent",
                LongStringHelper.asLongString("00-1"),
                "x-schema-version",
                1,
                "x-source-lang",
                LongStringHelper.asLongString("php"),
                "x-attempts",
                2));
    assertThat(message.getEnvelope().getExchange()).isEmpty();
    assertThat(message.getEnvelope().getRoutingKey()).isEqualTo(queue);
  }

  @Test
  void whatHasNoRouteIsRefusedAndItsNeighboursAreNot() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.queue", "${topic}"));
    // The same bodies go both ways, in any order: only what is returned tells them apart.
    Random random = new Random(20_261_130);
    List<SendProbe> routed = new ArrayList<>();
    List<SendProbe> lost = new ArrayList<>();
    List<SendProbe> all = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      boolean hasRoute = random.nextBoolean();
      SendProbe probe = probe(hasRoute ? queue : "nowhere-" + i % 3, random.nextInt(20));
      (hasRoute ? routed : lost).add(probe);
      all.add(probe);
    }

    sender.send(new ArrayList<>(all));

    assertThat(kinds(routed)).containsOnly(Kind.SENT);
    assertThat(kinds(lost)).containsOnly(Kind.REFUSED);
    Outcome outcome = outcome(lost.get(0));
    assertThat(outcome.reason()).isEqualTo("no_route");
    assertThat(outcome.detail()).contains("nowhere-");
    assertThat(bodies(queue, routed.size()))
        .isEqualTo(
            routed.stream().map(probe -> new String(probe.message().body(), UTF_8)).toList());
    assertThat(isIntact()).isTrue();
  }

  @Test
  void aFullQueueRefuses() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs reject-publish: " + broker.describe());
    client.declare(queue, Map.of("x-max-length", 3, "x-overflow", "reject-publish"));
    open(Map.of());
    List<SendProbe> probes = probes(queue, 0, 10);

    sender.send(new ArrayList<>(probes));

    List<Kind> kinds = kinds(probes);
    // The queue may take a few more than its limit when they come at once.
    int taken = Collections.frequency(kinds, Kind.SENT);
    assertThat(taken).isBetween(3, 9);
    assertThat(kinds.subList(taken, 10)).containsOnly(Kind.REFUSED);
    assertThat(outcome(probes.get(9)).reason()).isEqualTo("nacked");
    assertThat(outcome(probes.get(9)).detail()).contains(queue);
    assertThat(bodies(queue, taken)).isEqualTo(envelopes(0, taken));
  }

  @Test
  void anExchangeRoutesByTheKeyOfTheRecord() throws Exception {
    client.declare(queue, Map.of());
    channel.exchangeDeclare(queue, "direct", true);
    channel.queueBind(queue, queue, "north");
    channel.queueBind(queue, queue, "");
    open(Map.of("rabbitmq.exchange", queue, "rabbitmq.routing.key", "${header.region}"));
    SendProbe north = regional("north", 1);
    SendProbe south = regional("south", 2);
    SendProbe nowhere = regional(null, 3);

    send(north, south, nowhere);

    assertThat(kinds(List.of(north, south, nowhere)))
        .containsExactly(Kind.SENT, Kind.REFUSED, Kind.SENT);
    assertThat(outcome(south).detail()).contains(queue).contains("south");
    List<GetResponse> messages = messages(queue, 2);
    assertThat(messages)
        .extracting(message -> message.getEnvelope().getRoutingKey())
        .containsExactly("north", "");
    assertThat(messages).extracting(m -> m.getEnvelope().getExchange()).containsOnly(queue);
  }

  private SendProbe regional(String region, int number) {
    return SendProbe.of(
        SendProbe.envelope(queue, envelope(number).getBytes(UTF_8))
            .variables(variable -> variable.equals("header.region") ? region : null)
            .build());
  }

  @Test
  void anExchangeThatOnlyARecordNamesIsTheRecordsFault() throws Exception {
    client.declare(queue, Map.of());
    channel.exchangeDeclare(queue, "fanout", true);
    channel.queueBind(queue, queue, "");
    open(Map.of("rabbitmq.exchange", "${header.exchange}"));
    SendProbe missing = probe("no-such-exchange", 1);

    send(probe(0), missing, probe("", 2), probe(3));

    assertThat(outcome(missing).kind()).isEqualTo(Kind.REJECTED);
    assertThat(outcome(missing).reason()).isEqualTo("no_exchange");
    assertThat(bodies(queue, 2)).containsExactly(envelope(0), envelope(3));
    assertThat(isIntact()).isTrue();
    // Once it is there, the next record finds it.
    channel.exchangeDeclare("no-such-exchange", "fanout", false, true, null);
    channel.queueBind(queue, "no-such-exchange", "");
    SendProbe again = probe("no-such-exchange", 4);
    send(again);
    assertThat(outcome(again).kind()).isEqualTo(Kind.SENT);
  }

  @Test
  void whatCanNeverBeTakenIsRejectedAndTheRestIsConfirmed() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.queue", "${topic}", "rabbitmq.max.message.bytes", "2000"));
    String large = envelope(1).replace("{\"n\":1}", "{\"n\":\"" + "x".repeat(2_000) + "\"}");
    String longUrn = envelope(1).replace("orders:created", "x".repeat(300));
    List<SendProbe> bad =
        List.of(
            SendProbe.of(queue, large.getBytes(UTF_8), List.of()),
            SendProbe.of(queue, longUrn.getBytes(UTF_8), List.of()),
            headed("h", "v".repeat(200_000)),
            headed("n".repeat(300), "v"),
            probe("q".repeat(256), 1),
            probe("", 1));
    List<SendProbe> all = new ArrayList<>();
    List<SendProbe> good = probes(queue, 0, bad.size());
    for (int i = 0; i < bad.size(); i++) {
      all.add(bad.get(i));
      all.add(good.get(i));
    }

    sender.send(new ArrayList<>(all));

    assertThat(kinds(bad)).containsOnly(Kind.REJECTED);
    List<String> reasons = new ArrayList<>();
    for (SendProbe probe : bad) {
      reasons.add(outcome(probe).reason());
    }
    assertThat(reasons)
        .containsExactly("too_large", "illegal", "too_large", "illegal", "illegal", "illegal");
    assertThat(kinds(good)).containsOnly(Kind.SENT);
    assertThat(bodies(queue, good.size())).isEqualTo(envelopes(0, good.size()));
    assertThat(isIntact()).isTrue();
  }

  private SendProbe headed(String name, String value) {
    return SendProbe.of(queue, envelope(1).getBytes(UTF_8), List.of(new NativeHeader(name, value)));
  }

  @Test
  void aRawBodyIsSentWithoutProjection() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of());
    SendProbe raw =
        SendProbe.of(OutboundMessage.to(queue, "hello".getBytes(UTF_8), "orders-0@0").build());

    send(raw);

    assertThat(outcome(raw).kind()).isEqualTo(Kind.SENT);
    GetResponse message = messages(queue, 1).get(0);
    assertThat(message.getBody()).isEqualTo("hello".getBytes(UTF_8));
    assertThat(message.getProps())
        .isEqualTo(
            new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(2)
                .build());
  }

  @Test
  void queuesThatRecordsNameAreDeclaredWhenAsked() throws Exception {
    open(Map.of("rabbitmq.queue", "${topic}", "rabbitmq.queue.declare", "active"));
    SendProbe first = probe(1);
    SendProbe reserved = probe("amq.mine", 2);
    SendProbe second = probe(3);

    send(first, reserved, second);

    assertThat(kinds(List.of(first, second))).containsOnly(Kind.SENT);
    assertThat(bodies(queue, 2)).containsExactly(envelope(1), envelope(3));
    if (broker.isRabbitMq()) {
      assertThat(outcome(reserved).kind()).isEqualTo(Kind.REJECTED);
      assertThat(outcome(reserved).reason()).isEqualTo("illegal");
    }
  }
}
