package com.babelqueue.connect.sink.pulsar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.Message;
import org.junit.jupiter.api.Test;

/** The sender where the broker is away, or a topic is not what it should be. */
class PulsarSenderFaultsTest extends SenderFixture {
  @Test
  void droppedConnectionsLeaveOrderAndCompleteness() throws Exception {
    try (TcpProxy proxy = proxy()) {
      open(at(proxy), Map.of());
      SendProbe[] probes = probes(0, 2_000);
      for (int from = 0; from < probes.length; from += 200) {
        proxy.cutAfterBytes(10_000);
        List<SendProbe> part = List.of(probes).subList(from, from + 200);
        sender.send(List.copyOf(part));
        for (SendProbe probe : part) {
          assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
        }
      }
      assertThat(proxy.connections()).isGreaterThan(5);
    }

    List<Message<byte[]>> all = peer.takeMessages(topic, (int) peer.depth(topic), LIMIT);
    assertThat(new LinkedHashSet<>(bodies(all))).containsExactlyElementsOf(envelopes(0, 2_000));
    assertThat(losses).isEmpty();
  }

  @Test
  void aBrokerThatDoesNotConfirmIsAnOutageAndTheNextConnectionWorks() throws Exception {
    try (TcpProxy proxy = proxy()) {
      open(at(proxy), Map.of("send.timeout.ms", "2000"));
      deliver(probe(0));
      proxy.stall();
      SendProbe first = probe(1);
      SendProbe second = probe(2);
      send(first, second);

      BrokerException loss = losses.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(loss).isNotNull();
      assertThat(loss.isRetriable()).isTrue();
      assertThat(loss).hasMessageContaining(topic);
      SendProbe behind = probe(3);
      assertThatThrownBy(() -> send(behind)).as("nothing may overtake what failed").isSameAs(loss);
      assertThat(behind.isDone()).isFalse();
      assertThat(first.isDone()).as("its outcome stays open").isFalse();
      sender.close();
      proxy.unstall();
      proxy.dropConnections();
      sender.open(losses::add);
      deliver(probe(1), probe(2), probe(3));
    }
    assertThat(losses).isEmpty();
  }

  @Test
  void aBrokerThatIsAwayCannotBeOpened() {
    try (TcpProxy proxy = proxy()) {
      proxy.refuse();

      assertThatThrownBy(() -> open(at(proxy), Map.of()))
          .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
    }
  }

  @Test
  void aMissingTopicIsAMistakeInTheSettingsWhereTheyFixIt() {
    assertThatThrownBy(() -> open(Map.of("pulsar.topic", "nowhere")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("pulsar.topic"));
  }

  @Test
  void aMissingTopicIsTheRecordsFaultWhereItNamesIt() throws Exception {
    open(Map.of("pulsar.topic", ANY_TOPIC));
    SendProbe missing = SendProbe.of("missing-" + topic, bytes(1), List.of());
    SendProbe noTopic = SendProbe.of("a b", bytes(2), List.of());
    SendProbe noNamespace = SendProbe.of("public/nowhere/orders", bytes(3), List.of());
    SendProbe spelledOut =
        SendProbe.of("persistent://public/default/" + topic, bytes(4), List.of());
    send(missing, noTopic, noNamespace, spelledOut, probe(5));

    assertRejected(missing, "destination");
    assertRejected(noTopic, "destination");
    assertRejected(noNamespace, "destination");
    assertThat(spelledOut.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    assertThat(bodies(take(2))).isEqualTo(envelopes(4, 6));
    assertThat(losses).isEmpty();
  }

  @Test
  void aMissingTopicIsMadeWhereItMayBe() throws Exception {
    String made = "made-" + topic;
    open(
        Map.of(
            "pulsar.topic",
            ANY_TOPIC,
            "pulsar.topic.create",
            "true",
            "pulsar.producer.initialSubscriptionName",
            PulsarPeer.SUBSCRIPTION));
    deliver(SendProbe.of(made, bytes(1), List.of()));

    assertThat(bodies(peer.takeMessages(made, 1, LIMIT))).isEqualTo(envelopes(1, 2));
  }

  @Test
  void aTerminatedTopicIsAMistakeInTheSettingsOrTheRecordsFault() throws Exception {
    open(Map.of());
    deliver(probe(0));
    peer.admin().terminate(topic);
    send(probe(1));

    BrokerException loss = losses.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(loss).isNotNull();
    assertThat(loss.setting()).isEqualTo("pulsar.topic");
    sender.close();

    open(Map.of("pulsar.topic", ANY_TOPIC));
    SendProbe probe = probe(2);
    send(probe);
    assertRejected(probe, "destination");
  }

  /** Whichever topic the thousandth record names, producers do not pile up. */
  @Test
  void idleProducersAreClosed() throws Exception {
    SettableClock clock = new SettableClock();
    PulsarSinkConfig config = config(peer.address(), Map.of("pulsar.topic", ANY_TOPIC));
    sender = new PulsarSender(config, clock);
    sender.open(losses::add);
    List<String> topics = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      topics.add(topic + "-" + i);
      peer.createQueue(topics.get(i));
      deliver(SendProbe.of(topics.get(i), bytes(i), List.of()));
    }
    assertThat(publishers(topics.get(0))).isEqualTo(1);

    clock.now = clock.now.plus(TopicProducers.IDLE_LIMIT).plusSeconds(1);
    deliver(SendProbe.of(topics.get(2), bytes(3), List.of()));

    Await.until(
        "two producers are closed",
        LIMIT,
        () -> publishers(topics.get(0)) == 0 && publishers(topics.get(1)) == 0);
    deliver(SendProbe.of(topics.get(0), bytes(4), List.of()));
  }

  private static int publishers(String topic) throws Exception {
    return peer.admin().stats(topic).path("publishers").size();
  }

  private static TcpProxy proxy() {
    return TcpProxy.to(peer.address().getHostString(), peer.address().getPort());
  }

  private static InetSocketAddress at(TcpProxy proxy) {
    return InetSocketAddress.createUnresolved("127.0.0.1", proxy.port());
  }

  /** One test thread. */
  private static final class SettableClock extends Clock {
    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
