package com.babelqueue.connect.sink.artemis;

import static com.babelqueue.connect.sink.artemis.Messages.envelope;
import static com.babelqueue.connect.sink.artemis.Messages.envelopes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues, topics and full addresses of a real broker. */
class ArtemisDestinationTest extends SenderFixture {
  @Test
  void aQueueMayBeNamedInFull() throws Exception {
    String name = queue + "::" + queue;
    open(Map.of("artemis.queue", name));

    deliver(SendProbe.of(name, envelope(1).getBytes(UTF_8), List.of()));

    assertThat(takeBodies(1)).isEqualTo(envelopes(1, 2));
  }

  @Test
  void everySubscriptionOfATopicGetsAMessage() throws Exception {
    String topic = queue + "-topic";
    peer.createTopic(topic);
    try (MessageConsumer one = peer.subscribe(topic);
        MessageConsumer two = peer.subscribe(topic)) {
      open(Map.of("artemis.queue", topic, "artemis.routing.type", "multicast"));

      deliver(SendProbe.of(topic, envelope(1).getBytes(UTF_8), List.of()));

      for (MessageConsumer subscriber : List.of(one, two)) {
        assertThat(subscriber.receive(LIMIT.toMillis()).getBody(String.class))
            .isEqualTo(envelope(1));
      }
    }
  }

  @Test
  void aMissingQueueIsRejectedByTemplateAndItsNeighboursGoOn() throws Exception {
    open(Map.of("artemis.queue", "${meta.queue}"));
    SendProbe lost = SendProbe.of("nowhere", envelope(1).getBytes(UTF_8), List.of());
    SendProbe blank = SendProbe.of(" ", envelope(2).getBytes(UTF_8), List.of());
    SendProbe taken = probe(envelope(3));

    sender.send(List.of(lost, blank, taken));

    for (SendProbe rejected : List.of(lost, blank)) {
      assertThat(rejected.outcome(LIMIT))
          .extracting(Outcome::kind, Outcome::reason)
          .containsExactly(Kind.REJECTED, "destination");
    }
    assertThat(taken.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    assertThat(takeBodies(1)).isEqualTo(envelopes(3, 4));
  }

  @Test
  void aRefusalConcernsItsOwnDestinationOnly() throws Exception {
    peer.limitToOne(queue, "FAIL");
    List<String> others = List.of(queue + "-1", queue + "-2", queue + "-3");
    others.forEach(peer::createQueue);
    open(Map.of("artemis.queue", "${meta.queue}"));
    fill();
    deliver(toEach(others).toArray(SendProbe[]::new));
    List<Send> all = new ArrayList<>(toEach(others));
    SendProbe refused = probe(envelope(2));
    all.add(1, refused);

    sender.send(all);

    assertThat(refused.outcome(LIMIT).kind()).isEqualTo(Kind.REFUSED);
    all.remove(refused);
    for (Send taken : all) {
      assertThat(((SendProbe) taken).outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    }
  }

  @Test
  void moreDestinationsThanProducersAreServed() throws Exception {
    open(Map.of("artemis.queue", "${meta.queue}"));
    for (int i = 0; i < 120; i++) {
      peer.createQueue(queue + "-" + i);
    }

    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 120; i++) {
        deliver(SendProbe.of(queue + "-" + i, envelope(round).getBytes(UTF_8), List.of()));
      }
    }

    for (int i = 0; i < 120; i++) {
      assertThat(peer.broker().unsettled(queue + "-" + i)).isEqualTo(2);
    }
  }

  @Test
  void aFullAddressThatFailsIsRefused() throws Exception {
    peer.limitToOne(queue, "FAIL");
    open(Map.of());
    fill();

    SendProbe refused = probe(envelope(1));
    sender.send(List.of(refused));

    assertThat(refused.outcome(LIMIT))
        .extracting(Outcome::kind, Outcome::reason)
        .containsExactly(Kind.REFUSED, "queue_full");
    assertThat(losses).isEmpty();
  }

  @Test
  void aFullAddressThatBlocksIsRetriedAndHoldsUpNoOther() throws Exception {
    peer.limitToOne(queue, "BLOCK");
    String other = queue + "-other";
    peer.createQueue(other);
    open(Map.of("artemis.queue", "${meta.queue}", "send.timeout.ms", "300"));
    fill();
    SendProbe first = probe(envelope(1));
    SendProbe second = probe(envelope(2));
    SendProbe elsewhere = SendProbe.of(other, envelope(3).getBytes(UTF_8), List.of());

    // What credit there is from before is used up.
    while (!first.isDone()) {
      SendProbe next = probe(envelope(0));
      sender.send(List.of(next));
      if (next.outcome(LIMIT).kind() == Kind.RETRY) {
        sender.send(List.of(first, second, elsewhere));
      }
    }

    assertThat(first.outcome(LIMIT).kind()).isEqualTo(Kind.RETRY);
    assertThat(second.outcome(LIMIT).kind()).isEqualTo(Kind.RETRY);
    assertThat(elsewhere.outcome(LIMIT).kind()).isEqualTo(Kind.SENT);
    assertThat(losses).isEmpty();
    long held = peer.broker().unsettled(queue);
    peer.takeMessages(queue, Math.toIntExact(held), LIMIT);
    SendProbe later = probe(envelope(4));
    deliver(later);
    assertThat(takeBodies(1)).isEqualTo(envelopes(4, 5));
  }

  /** Even where credit comes back in the middle of the list. */
  @Test
  void nothingOvertakesAMessageWithoutCredit() throws Exception {
    peer.limitToOne(queue, "BLOCK");
    open(Map.of("send.timeout.ms", "300"));
    fill();
    SendProbe last = probe(envelope(0));
    while (!last.isDone() || last.outcome(LIMIT).kind() != Kind.RETRY) {
      last = probe(envelope(0));
      sender.send(List.of(last));
    }
    SendProbe behind = probe(envelope(2));

    sender.send(List.of(new DrainingWhenRetried(probe(envelope(1))), behind));

    assertThat(behind.outcome(LIMIT).kind()).isEqualTo(Kind.RETRY);
    assertThat(peer.depth(queue)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "artemis.queue, nowhere, artemis.queue",
    "artemis.username, onlooker, artemis.username",
    "artemis.password, wrong, artemis.password"
  })
  void openingNamesTheSettingAtFault(String key, String value, String blamed) {
    assertThatThrownBy(() -> open(Map.of(key, value)))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo(blamed));
  }

  private static List<SendProbe> toEach(List<String> queues) {
    return queues.stream()
        .map(name -> SendProbe.of(name, envelope(1).getBytes(UTF_8), List.of()))
        .toList();
  }

  /** One message makes the address full. */
  private void fill() throws Exception {
    deliver(probe(envelope(0)));
  }

  /** A consumer that comes at the very moment. */
  private final class DrainingWhenRetried implements Send {
    private final SendProbe probe;

    DrainingWhenRetried(SendProbe probe) {
      this.probe = probe;
    }

    @Override
    public OutboundMessage message() {
      return probe.message();
    }

    @Override
    public void sent() {
      throw new AssertionError("sent without credit");
    }

    @Override
    public void retry(String reason) {
      try {
        peer.takeMessages(queue, Math.toIntExact(peer.depth(queue)), LIMIT);
      } catch (JMSException e) {
        throw new AssertionError("the test's own client failed", e);
      }
    }

    @Override
    public void refused(String reason, String detail) {
      throw new AssertionError(reason);
    }

    @Override
    public void rejected(String reason, String detail) {
      throw new AssertionError(reason);
    }
  }
}
