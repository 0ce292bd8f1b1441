package com.babelqueue.connect.sink.artemis;

import static com.babelqueue.connect.sink.artemis.Messages.envelope;
import static com.babelqueue.connect.sink.artemis.Messages.envelopes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that is lost, against a real broker. */
class ArtemisSenderOutageTest extends SenderFixture {
  private static final String SINGLE = "amqp://127.0.0.1:%d";
  private static final String FAILOVER = "failover:(amqp://127.0.0.1:%d)";

  private TcpProxy proxy;

  @BeforeEach
  void startProxy() {
    proxy = TcpProxy.to(peer.address().getHostString(), peer.address().getPort());
  }

  @AfterEach
  void closeProxy() {
    proxy.close();
  }

  /**
   * Nothing is reported of a message whose fate is unknown, and a repetition in order leaves no
   * gap: a client that mends its connection by itself would put later ones first.
   */
  @ParameterizedTest
  @ValueSource(strings = {SINGLE, FAILOVER})
  void aDroppedConnectionLosesNothingThatIsSentAgain(String uri) throws Exception {
    open(Map.of("artemis.uri", uri.formatted(proxy.port())));
    List<SendProbe> probes = numbered(0, 500);
    proxy.cutAfterBytes(100_000);

    BrokerException loss = sendUntilLost(probes);
    assertThat(loss.isRetriable()).isTrue();
    sender.close();
    assertThat(losses).isEmpty();
    List<SendProbe> open = probes.stream().filter(probe -> !probe.isDone()).toList();
    assertThat(open).isNotEmpty();
    assertThat(proxy.connections()).as("no connection behind the engine's back").isEqualTo(1);
    sender.open(losses::add);
    sender.send(sends(open));

    for (SendProbe probe : probes) {
      assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    }
    List<String> arrived = takeBodies(Math.toIntExact(peer.depth(queue)));
    assertThat(arrived.stream().distinct().toList()).isEqualTo(envelopes(0, 500));
  }

  @Test
  void aConnectionLostWhileNothingIsSentIsReported() throws Exception {
    open(Map.of("artemis.uri", SINGLE.formatted(proxy.port())));

    proxy.dropConnections();

    assertThat(loss().isRetriable()).isTrue();
    assertThatThrownBy(() -> sender.send(List.of(probe(envelope(1)))))
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @Test
  void aMessageWithoutAnswerIsALostConnection() throws Exception {
    open(Map.of("artemis.uri", SINGLE.formatted(proxy.port()), "send.timeout.ms", "300"));
    proxy.stall();
    SendProbe probe = probe(envelope(1));

    sender.send(List.of(probe));

    assertThat(loss()).hasMessageContaining(queue);
    sender.close();
    assertThat(probe.isDone()).isFalse();
  }

  @Test
  void aBrokerThatIsAwayIsAnOutage() {
    proxy.refuse();

    assertThatThrownBy(() -> open(Map.of("artemis.uri", SINGLE.formatted(proxy.port()))))
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @Test
  void anotherNodeOfAFailoverAddressIsTaken() throws Exception {
    proxy.refuse();

    open(
        Map.of(
            "artemis.uri",
            "failover:(amqp://127.0.0.1:%d,amqp://%s:%d)"
                .formatted(proxy.port(), peer.broker().host(), peer.broker().port())));
    deliver(probe(envelope(1)));

    assertThat(takeBodies(1)).isEqualTo(envelopes(1, 2));
  }

  /** Artemis looks for the queue at every message, and says so of each that finds none. */
  @Test
  void aDeletedQueueIsNamedAfterTheOutage() throws Exception {
    open(Map.of());
    deliver(probe(envelope(1)));
    peer.broker().deleteQueue(queue);
    SendProbe probe = probe(envelope(2));

    sender.send(List.of(probe));

    assertThat(loss()).hasMessageContaining(queue);
    sender.close();
    assertThat(probe.isDone()).isFalse();
    assertThatThrownBy(() -> sender.open(losses::add))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.queue"));
  }

  @Test
  void aCloseWaitsForConfirmationsUnderWayAndReportsNoLoss() throws Exception {
    open(Map.of());
    List<SendProbe> probes = numbered(0, 200);
    sender.send(sends(probes));

    sender.close();

    for (SendProbe probe : probes) {
      assertThat(probe.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    }
    assertThat(losses).isEmpty();
  }

  @Test
  void anInterruptedThreadStopsSending() throws Exception {
    open(Map.of());
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> sender.send(List.of(probe(envelope(1)))))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  private BrokerException sendUntilLost(List<SendProbe> probes) throws Exception {
    try {
      for (SendProbe probe : probes) {
        sender.send(List.of(probe));
      }
    } catch (BrokerException e) {
      losses.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
      return e;
    }
    return loss();
  }

  private BrokerException loss() throws InterruptedException {
    BrokerException loss = losses.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(loss).as("a reported loss").isNotNull();
    return loss;
  }
}
