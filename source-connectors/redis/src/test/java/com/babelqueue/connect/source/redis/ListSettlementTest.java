package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.OpenReceiver.bodies;
import static com.babelqueue.connect.source.redis.OpenReceiver.newestFirst;
import static com.babelqueue.connect.source.redis.RedisPeer.processing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How elements leave the processing list, against a real server. */
class ListSettlementTest {
  private static RedisPeer peer;

  @BeforeAll
  static void start() {
    peer = RedisPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void whatIsHandedBackIsAtTheHeadInItsOldOrder() throws Exception {
    List<String> sent = send("back", 450);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "back")) {
      List<Delivery> received = receiver.receive(430);
      receiver.get().accept(received.subList(0, 10));
      List<Delivery> open = received.subList(10, 430);

      assertThat(receiver.get().release(newestFirst(open))).isEmpty();

      assertThat(peer.list("back")).isEqualTo(sent.subList(10, 450));
      assertThat(peer.list(processing("back"))).isEmpty();
    }
  }

  @Test
  void whatIsDrainedIsHandedBackToo() throws Exception {
    List<String> sent = send("drained", 20);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "drained")) {
      List<Delivery> all = new ArrayList<>(receiver.receive(1));
      all.addAll(receiver.get().receive(10, Long.MAX_VALUE, Duration.ZERO));
      receiver.get().suspend();
      all.addAll(receiver.get().drain(OpenReceiver.LIMIT));

      assertThat(receiver.get().release(newestFirst(all))).isEmpty();
      assertThat(peer.list("drained")).isEqualTo(sent);
      assertThat(peer.list(processing("drained"))).isEmpty();
    }
  }

  @Test
  void rejectedElementsMoveToTheDeadLetterListAsTheyAre() throws Exception {
    peer.createQueue("dead");
    String framed = RedisPeer.frame("{}", Map.of("a", "b"));
    peer.send("dead", List.of("x", framed, "y"));

    try (OpenReceiver receiver = OpenReceiver.of(peer, "dead")) {
      List<Delivery> received = receiver.receive(3);

      assertThat(receiver.get().reject(received.subList(0, 2), "poison")).isEmpty();

      assertThat(peer.list("dead.dlq")).containsExactly("x", framed);
      assertThat(peer.list(processing("dead"))).containsExactly("y");
    }
  }

  @Test
  void equalElementsAreSettledOneByOne() throws Exception {
    peer.createQueue("equal");
    peer.send("equal", List.of("same", "same", "same"));

    try (OpenReceiver receiver = OpenReceiver.of(peer, "equal")) {
      List<Delivery> received = receiver.receive(3);
      receiver.get().accept(received.subList(0, 1));

      assertThat(peer.list(processing("equal"))).containsExactly("same", "same");
    }
  }

  @Test
  void ofEqualElementsTheNearerOneIsSettled() throws Exception {
    peer.createQueue("nearer");
    peer.send("nearer", List.of("same", "other", "same"));

    try (OpenReceiver receiver = OpenReceiver.of(peer, "nearer")) {
      List<Delivery> received = receiver.receive(3);
      receiver.get().accept(received.subList(2, 3));

      assertThat(peer.list(processing("nearer"))).containsExactly("same", "other");
    }
  }

  @Test
  void aSettlementThatFindsNothingIsReported() throws Exception {
    send("gone", 3);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "gone")) {
      List<Delivery> received = receiver.receive(3);
      peer.client().lrem(processing("gone"), 1, "body-1");

      assertThat(receiver.get().accept(received))
          .singleElement()
          .satisfies(unsettled -> assertThat(unsettled.delivery()).isSameAs(received.get(1)));
    }
  }

  @Test
  void nothingIsLostWhenADeadLetterListBecomesSomethingElse() throws Exception {
    send("trap", 3);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "trap")) {
      List<Delivery> received = receiver.receive(3);
      peer.client().set("trap.dlq", "text");

      assertThatThrownBy(() -> receiver.get().reject(received.subList(0, 2), "poison"))
          .isInstanceOf(BrokerException.class);

      assertThat(peer.list(processing("trap")))
          .containsExactlyInAnyOrder("body-0", "body-1", "body-2");
    }
    peer.createQueue("trap");
  }

  private static List<String> send(String queue, int count) {
    peer.createQueue(queue);
    List<String> bodies = numbered(0, count);
    peer.send(queue, bodies);
    return bodies;
  }

  private static List<String> numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "body-" + i).toList();
  }
}
