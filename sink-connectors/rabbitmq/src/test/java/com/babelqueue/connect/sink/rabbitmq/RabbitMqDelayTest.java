package com.babelqueue.connect.sink.rabbitmq;

import static com.babelqueue.connect.sink.rabbitmq.Orders.envelope;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.rabbitmq.client.GetResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Delays are kept or refused, never dropped. The plugin behind {@code rabbitmq.delay=exchange} is
 * not part of every installation, so only what is published to its exchange is seen here.
 */
class RabbitMqDelayTest extends SenderFixture {
  @Test
  void withoutASettingADelayIsRejectedAndNoDelayIsNone() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of());
    SendProbe delayed = delayed(1, 1);
    SendProbe none = delayed(2, 0);
    SendProbe past = delayed(3, -5);

    send(delayed, none, past);

    assertThat(kinds(List.of(delayed, none, past)))
        .containsExactly(Kind.REJECTED, Kind.SENT, Kind.SENT);
    assertThat(outcome(delayed).reason()).isEqualTo("delay");
    assertThat(bodies(queue, 2)).containsExactly(envelope(2), envelope(3));
  }

  @Test
  void aDelayQueueKeepsMessagesAndGivesThemToTheQueue() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs dead-letter exchanges: " + broker.describe());
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.delay", "queue"));
    SendProbe soon = delayed(1, 300);
    SendProbe late = delayed(2, 600_000);
    SendProbe now = probe(3);

    send(soon, late, now);

    assertThat(kinds(List.of(soon, late, now))).containsOnly(Kind.SENT);
    List<GetResponse> messages = messages(queue, 2);
    assertThat(messages)
        .extracting(PlainClient::body)
        .containsExactlyInAnyOrder(envelope(1), envelope(3));
    assertThat(client.depth(queue + ".delay.600000")).isEqualTo(1);
    // Equal to what the contract says of it, or the broker would refuse to declare it again.
    client.declare(
        queue + ".delay.300",
        Map.of(
            "x-message-ttl",
            300,
            "x-dead-letter-exchange",
            "",
            "x-dead-letter-routing-key",
            queue));
    assertThat(client.depth(queue + ".delay.300")).isZero();
  }

  @Test
  void aDelayedMessageIsOtherwiseTheSame() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs dead-letter exchanges: " + broker.describe());
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.delay", "queue"));
    SendProbe probe =
        SendProbe.of(
            SendProbe.envelope(queue, envelope(1).getBytes(UTF_8))
                // As a source would carry it: text where the broker expects a list.
                .headers(List.of(new NativeHeader("x-death", "[]")))
                .delay(Duration.ofMillis(50))
                .build());

    send(probe);

    GetResponse message = messages(queue, 1).get(0);
    assertThat(PlainClient.body(message)).isEqualTo(envelope(1));
    assertThat(message.getProps().getType()).isEqualTo("urn:babel:orders:created");
    assertThat(message.getProps().getExpiration()).isNull();
    assertThat(message.getProps().getHeaders()).containsEntry("x-attempts", 2);
  }

  @Test
  void thereAreNoMoreDelayQueuesThanTheSettingSays() throws Exception {
    client.declare(queue, Map.of());
    open(Map.of("rabbitmq.delay", "queue", "rabbitmq.delay.queues.max", "2"));
    assumeTrue(broker.isRabbitMq(), "needs dead-letter exchanges: " + broker.describe());
    SendProbe first = delayed(1, 600_001);
    SendProbe second = delayed(2, 600_002);
    SendProbe third = delayed(3, 600_003);
    SendProbe again = delayed(4, 600_001);

    send(first, second, third, again);

    assertThat(kinds(List.of(first, second, third, again)))
        .containsExactly(Kind.SENT, Kind.SENT, Kind.REJECTED, Kind.SENT);
    assertThat(outcome(third).reason()).isEqualTo("delay");
    assertThat(outcome(third).detail()).contains("rabbitmq.delay.queues.max");
  }

  @Test
  void aDelayThatTheBrokerCannotKeepIsRejected() throws Exception {
    assumeTrue(broker.isRabbitMq(), "needs dead-letter exchanges: " + broker.describe());
    client.declare(queue, Map.of());
    client.declare(queue + ".delay.600000", Map.of("x-message-ttl", 1));
    open(Map.of("rabbitmq.queue", "${topic}", "rabbitmq.delay", "queue"));
    SendProbe tooLong = delayed(1, 1L << 32);
    SendProbe otherQueue = delayed(2, 600_000);
    SendProbe nowhere = delayed("nowhere", 3, 600_000);
    SendProbe longest = delayed(4, (1L << 32) - 1);

    send(tooLong, otherQueue, nowhere, longest, probe(5));

    assertThat(kinds(List.of(tooLong, otherQueue, nowhere, longest)))
        .containsExactly(Kind.REJECTED, Kind.REJECTED, Kind.REJECTED, Kind.SENT);
    for (SendProbe rejected : List.of(tooLong, otherQueue, nowhere)) {
      assertThat(outcome(rejected).reason()).isEqualTo("delay");
    }
    assertThat(bodies(queue, 1)).containsExactly(envelope(5));
    assertThat(isIntact()).isTrue();
  }

  @Test
  void aDelayExchangeGetsTheDelayInItsHeader() throws Exception {
    client.declare(queue, Map.of());
    String delaying = queue + "-delaying";
    channel.exchangeDeclare(delaying, "direct", true);
    channel.queueBind(queue, delaying, queue);
    open(
        Map.of(
            "rabbitmq.delay",
            "exchange",
            "rabbitmq.delay.exchange",
            delaying,
            // Its type is not asked for, so that this broker without the plugin will do.
            "rabbitmq.queue.declare",
            "none"));
    SendProbe delayed = delayed(1, 1_500);
    SendProbe plain = probe(2);

    send(delayed, plain);

    assertThat(kinds(List.of(delayed, plain))).containsOnly(Kind.SENT);
    List<GetResponse> messages = messages(queue, 2);
    GetResponse first = messages.get(0);
    assertThat(first.getEnvelope().getExchange()).isEqualTo(delaying);
    assertThat(first.getProps().getHeaders())
        .containsEntry("x-delay", 1_500L)
        .containsEntry("x-attempts", 2);
    assertThat(messages.get(1).getEnvelope().getExchange()).isEmpty();
    assertThat(messages.get(1).getProps().getHeaders()).doesNotContainKey("x-delay");
    // The plugin returns what it delays when it is mandatory, so what has no route is lost there.
    channel.queueUnbind(queue, delaying, queue);
    SendProbe unrouted = delayed(3, 1_500);
    send(unrouted);
    assertThat(outcome(unrouted).kind()).isEqualTo(Kind.SENT);
  }

  private SendProbe delayed(int number, long ms) {
    return delayed(queue, number, ms);
  }

  private static SendProbe delayed(String destination, int number, long ms) {
    return SendProbe.of(
        SendProbe.envelope(destination, envelope(number).getBytes(UTF_8))
            .delay(Duration.ofMillis(ms))
            .build());
  }
}
