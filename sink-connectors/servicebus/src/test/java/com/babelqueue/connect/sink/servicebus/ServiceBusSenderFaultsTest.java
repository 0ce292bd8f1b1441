package com.babelqueue.connect.sink.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.emulator.servicebus.SendRefusal;
import com.babelqueue.connect.emulator.servicebus.ServiceBusEmulator;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a sender makes of the answers of Service Bus, and of its silence. */
class ServiceBusSenderFaultsTest extends SenderFixture {
  @ParameterizedTest
  @CsvSource({
    "amqp:link:message-size-exceeded, too_large",
    "com.microsoft:argument-error, invalid_message",
    "amqp:not-allowed, not_allowed"
  })
  void oneMessagesFaultIsNotItsBatchs(String condition, String reason) throws Exception {
    open(peer.createQueue("orders"));
    peer.emulator().refuseSends("orders", new SendRefusal(condition, Orders.traceId(2)));
    List<SendProbe> probes = numbered("orders", 0, 5);

    send(probes);

    assertThat(kinds(probes))
        .containsExactly(Kind.SENT, Kind.SENT, Kind.REJECTED, Kind.SENT, Kind.SENT);
    assertThat(probes.get(2).outcome(LIMIT).reason()).isEqualTo(reason);
    List<String> expected = new ArrayList<>(envelopes(0, 5));
    expected.remove(2);
    assertThat(bodies(take("orders", 4))).isEqualTo(expected);
    assertThat(losses).isEmpty();
  }

  @Test
  void aMessageWithoutSessionIsRejectedWhereOneIsNeeded() throws Exception {
    open(peer.createSessionQueue("orders"), "servicebus.session.id", "${key}");
    SendProbe with = keyed("orders", "s", 1);
    SendProbe without = keyed("orders", null, 2);

    send(List.of(without, with));

    assertThat(without.outcome(LIMIT).reason()).isEqualTo("not_allowed");
    assertThat(without.outcome(LIMIT).detail()).contains("without a session id");
    assertThat(with.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
  }

  @ParameterizedTest
  @CsvSource({
    "amqp:resource-limit-exceeded, queue_full",
    "com.microsoft:entity-disabled, entity_disabled"
  })
  void whatAQueueRefusesForNowIsNotOvertaken(String condition, String reason) throws Exception {
    open("${topic}");
    peer.createQueue("orders");
    peer.createQueue("others");
    peer.emulator().refuseSends("orders", SendRefusal.ofAll(condition));
    List<SendProbe> first = numbered("orders", 0, 3);
    send(first);
    assertThat(kinds(first)).containsOnly(Kind.REFUSED);
    assertThat(first.get(0).outcome(LIMIT).reason()).isEqualTo(reason);
    peer.emulator().refuseSends("orders", null);

    // The engine made this call before it could know.
    SendProbe early = probe("orders", 3);
    SendProbe other = probe("others", 9);
    send(List.of(early, other));
    assertThat(early.outcome(LIMIT).kind()).isEqualTo(Kind.RETRY);
    assertThat(other.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    List<SendProbe> again = new ArrayList<>();
    first.forEach(probe -> again.add(SendProbe.of(probe.message())));
    again.add(SendProbe.of(early.message()));
    send(again);

    assertThat(kinds(again)).containsOnly(Kind.SENT);
    assertThat(bodies(take("orders", 4))).isEqualTo(envelopes(0, 4));
    assertThat(losses).isEmpty();
  }

  /** What was refused may never come again, when its partition went to another task. */
  @Test
  void aHoldEndsByItself() throws Exception {
    open(peer.createQueue("orders"));
    peer.emulator().refuseSends("orders", SendRefusal.ofAll("amqp:resource-limit-exceeded"));
    assertThat(outcome(probe("orders", 0)).kind()).isEqualTo(Kind.REFUSED);
    peer.emulator().refuseSends("orders", null);

    assertThat(outcome(probe("orders", 1)).kind()).isEqualTo(Kind.RETRY);
    assertThat(outcome(probe("orders", 2)).kind()).isEqualTo(Kind.SENT);
  }

  @Test
  void whatTheSdkCannotEncodeHoldsUpNothing() throws Exception {
    open(peer.createQueue("orders"));
    String halfACharacter = Orders.envelope(1).replace(Orders.traceId(1), "\\ud83d");
    SendProbe bad = SendProbe.of("orders", halfACharacter.getBytes(UTF_8), List.of());

    send(List.of(probe("orders", 0), bad, probe("orders", 2)));

    assertThat(bad.outcome(LIMIT).reason()).isEqualTo("invalid_message");
    assertThat(bodies(take("orders", 2))).containsExactly(Orders.envelope(0), Orders.envelope(2));
    assertThat(losses).isEmpty();
  }

  @Test
  void aTypeThatAmqpLacksIsRejected() throws Exception {
    open(peer.createQueue("orders"));

    assertThat(outcome(probe("orders", 1, new NativeHeader("h", new Object()))).reason())
        .isEqualTo("invalid_message");
    assertThat(losses).isEmpty();
  }

  @Test
  void throttlingIsAnOutage() throws Exception {
    open(peer.createQueue("orders"));
    peer.emulator().refuseSends("orders", SendRefusal.ofAll("com.microsoft:server-busy"));
    SendProbe probe = probe("orders", 1);

    send(List.of(probe));

    assertThat(loss().isRetriable()).isTrue();
    assertThat(probe.isDone()).isFalse();
    assertThatThrownBy(() -> send(List.of(probe("orders", 2)))).isInstanceOf(BrokerException.class);
  }

  @Test
  void aMissingQueueFailsTheOpenWhereItIsFixed() {
    assertThatThrownBy(() -> open("nowhere"))
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo(ServiceBusSinkConfig.ENTITY));
  }

  @Test
  void aMissingQueueIsTheRecordsFaultWhereItIsNot() throws Exception {
    open("${topic}");
    peer.createQueue("orders");
    List<SendProbe> probes = new ArrayList<>(numbered("nowhere", 0, 3));
    probes.addAll(numbered("orders", 0, 3));

    send(probes);

    assertThat(kinds(probes.subList(0, 3))).containsOnly(Kind.REJECTED);
    assertThat(probes.get(0).outcome(LIMIT).reason()).isEqualTo("destination");
    assertThat(kinds(probes.subList(3, 6))).containsOnly(Kind.SENT);
    assertThat(outcome(probe("nowhere", 4)).reason()).isEqualTo("destination");
    assertThat(losses).isEmpty();
  }

  @Test
  void aRefusedKeyNamesTheConnectionString() {
    assertThatThrownBy(
            () ->
                open(
                    peer.createQueue("orders"),
                    "servicebus.connection.string",
                    ServiceBusEmulator.connectionString(
                        peer.address().getPort(), "stranger", "any")))
        .isInstanceOfSatisfying(
            BrokerException.class,
            e -> assertThat(e.setting()).isEqualTo("servicebus.connection.string"));
  }

  @Test
  void nothingIsLostOrOvertakenWhenTheConnectionDrops() throws Exception {
    peer.createQueue("orders");
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", peer.address().getPort())) {
      String through = ServiceBusEmulator.connectionString(proxy.port());
      open("orders", "servicebus.connection.string", through, "servicebus.batch.bytes", "16384");
      List<SendProbe> probes = numbered("orders", 0, 500);
      proxy.cutAfterBytes(60_000);
      send(probes);
      Await.until(
          "an outcome for all, or the loss of the connection",
          LIMIT,
          () -> !losses.isEmpty() || probes.stream().allMatch(SendProbe::isDone));
      if (!losses.isEmpty()) {
        sender.close();
        List<SendProbe> again =
            probes.stream()
                .filter(probe -> !probe.isDone())
                .map(probe -> SendProbe.of(probe.message()))
                .toList();
        open("orders", "servicebus.connection.string", through);
        send(again);
        assertThat(kinds(again)).containsOnly(Kind.SENT);
      }
      assertThat(proxy.connections()).isGreaterThan(1);
    }

    List<String> all = bodies(peer.take("orders", peer.emulator().ready("orders"), LIMIT));
    Set<String> firsts = new LinkedHashSet<>(all);
    assertThat(new ArrayList<>(firsts)).isEqualTo(envelopes(0, 500));
    assertThat(all.size()).as("with duplicates").isLessThan(1_000);
  }
}
