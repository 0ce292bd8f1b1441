package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.OpenReceiver.bodies;
import static com.babelqueue.connect.source.redis.OpenReceiver.newestFirst;
import static com.babelqueue.connect.source.redis.RedisPeer.processing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reliable list against a real server. */
class ListReceiverTest {
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
  void elementsComeInOrderAndWaitInTheProcessingListUntilTheyAreSettled() throws Exception {
    List<String> sent = send("order", 500);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "order")) {
      List<Delivery> received = receiver.receive(500);

      assertThat(bodies(received)).isEqualTo(sent);
      assertThat(peer.list(processing("order"))).isEqualTo(sent);
      assertThat(receiver.get().accept(received.subList(0, 300))).isEmpty();
      assertThat(peer.list(processing("order"))).isEqualTo(sent.subList(300, 500));
      assertThat(receiver.get().accept(received.subList(300, 500))).isEmpty();
      assertThat(peer.unsettled("order")).isZero();
    }
  }

  @Test
  void noMoreIsMovedThanWasAskedFor() throws Exception {
    send("bounded", 100);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "bounded")) {
      receiver.receive(7);

      assertThat(peer.ready("bounded")).isEqualTo(93);
    }
  }

  @Test
  void elementsThatComeWhileItWaitsAreReceived() throws Exception {
    peer.createQueue("late");

    try (OpenReceiver receiver = OpenReceiver.of(peer, "late")) {
      assertThat(receiver.get().receive(10, Long.MAX_VALUE, Duration.ZERO)).isEmpty();
      peer.send("late", List.of("a", "b"));

      assertThat(bodies(receiver.receive(2))).containsExactly("a", "b");
    }
  }

  @Test
  void whatACrashLeftComesFirstAndInOrder() throws Exception {
    peer.createQueue("orphans");
    peer.send(processing("orphans"), numbered(0, 450));
    peer.send("orphans", numbered(450, 500));

    try (OpenReceiver receiver = OpenReceiver.of(peer, "orphans")) {
      assertThat(bodies(receiver.receive(500))).isEqualTo(numbered(0, 500));
    }
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
  void aFrameIsUnwrappedAndSettledAsItIsStored() throws Exception {
    peer.createQueue("framed");
    peer.send("framed", "{\"ğ\":1}", Map.of("traceparent", "00-1-2-01"));

    try (OpenReceiver receiver = OpenReceiver.of(peer, "framed")) {
      List<Delivery> received = receiver.receive(1);

      assertThat(bodies(received)).containsExactly("{\"ğ\":1}");
      assertThat(received.get(0).headers())
          .containsExactly(new NativeHeader("traceparent", "00-1-2-01"));
      assertThat(received.get(0).deliveryCount()).as("nobody counts").isZero();
      assertThat(receiver.get().accept(received)).isEmpty();
      assertThat(peer.unsettled("framed")).isZero();
    }
  }

  @Test
  void framesAreBodiesWhereTheSettingSaysSo() throws Exception {
    peer.createQueue("unframed");
    peer.send("unframed", "{}", Map.of("a", "b"));

    try (OpenReceiver receiver =
        OpenReceiver.of(peer, "unframed", RedisSourceConfig.FRAME_ENABLED, "false")) {
      assertThat(bodies(receiver.receive(1)))
          .containsExactly(RedisPeer.frame("{}", Map.of("a", "b")));
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
  void aBinaryElementSurvives() throws Exception {
    peer.createQueue("binary");
    byte[] element = {(byte) 0xff, 0, '{', (byte) 0xc0, '\r', '\n'};
    peer.client().rpush("binary".getBytes(UTF_8), element);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "binary")) {
      List<Delivery> received = receiver.receive(1);

      assertThat(received.get(0).body()).isEqualTo(element);
      receiver.get().accept(received);
      assertThat(peer.unsettled("binary")).isZero();
    }
  }

  @Test
  void severalQueuesAreReadInTheOrderOfEach() throws Exception {
    send("several-a", 300);
    send("several-b", 300);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "several-a,several-b", "name", "several")) {
      List<Delivery> received = receiver.receive(600);

      for (String queue : List.of("several-a", "several-b")) {
        assertThat(bodies(received.stream().filter(d -> d.queue().equals(queue)).toList()))
            .isEqualTo(numbered(0, 300));
      }
      assertThat(receiver.get().accept(received)).isEmpty();
    }
  }

  @Test
  void aQueueThatWaitsLeavesRoomForTheOthers() {
    assertThat(pullBatch("a,b", 100)).isEqualTo(50);
    assertThat(pullBatch("a", 100)).isEqualTo(100);
    assertThat(pullBatch("a,b,c", 2)).as("never nothing").isEqualTo(1);
    assertThat(pullBatch("a", 60_000)).as("bounds what one pull brings").isEqualTo(200);
  }

  private static int pullBatch(String queues, int inFlight) {
    Map<String, String> props =
        Map.of(
            "redis.host.and.ports",
            "localhost:1",
            "redis.queues",
            queues,
            "max.in.flight.messages",
            Integer.toString(inFlight));
    return new ListReceiver(OpenReceiver.config("batch", props)).pullBatch();
  }

  @Test
  void largeElementsAreAskedForInSmallNumbers() throws Exception {
    peer.createQueue("large");
    peer.send("large", IntStream.range(0, 60).mapToObj(i -> "x".repeat(100_000)).toList());

    try (OpenReceiver receiver = OpenReceiver.of(peer, "large")) {
      receiver.receive(20);
      receiver.get().receive(30, 200_000, Duration.ofSeconds(1));

      assertThat(peer.ready("large")).as("two or three more, not thirty").isGreaterThan(30);
    }
  }

  /** The time a settlement takes is RedisDrainBenchmark's; here it is what the server is asked. */
  @Test
  void theServerIsAskedAsOftenForAMessageWhateverTheBacklog() throws Exception {
    long small = commandsToDrain("small", 2_000, 2_000);
    long large = commandsToDrain("large-backlog", 40_000, 2_000);

    assertThat(large).isCloseTo(small, withPercentage(10));
    assertThat(large).as("a move and a removal each").isLessThan(2 * 2_000 * 11 / 10);
  }

  private static long commandsToDrain(String queue, int backlog, int messages) throws Exception {
    send(queue, backlog);
    List<String> commands =
        List.of("lmove", "blmove", "llen", "lrem", "lrange", "multi", "lpush", "rpush", "lpop");
    try (OpenReceiver receiver = OpenReceiver.of(peer, queue)) {
      long before = commands.stream().mapToLong(peer::calls).sum();
      for (int done = 0; done < messages; done += 200) {
        receiver.get().accept(receiver.receive(200));
      }
      return commands.stream().mapToLong(peer::calls).sum() - before;
    }
  }

  @Test
  void aKeyThatHoldsNoListIsNamedBySetting() {
    peer.client().set("wrong", "text");
    assertMisconfigured("redis.queues", "wrong");

    peer.createQueue("wrong");
    peer.client().set(processing("wrong"), "text");
    assertMisconfigured("redis.processing.list", "wrong");

    peer.createQueue("wrong");
    peer.client().set("wrong.dlq", "text");
    assertMisconfigured("redis.dead.letter.list", "wrong");
    peer.createQueue("wrong");
  }

  private static void assertMisconfigured(String setting, String queue) {
    assertThatThrownBy(() -> OpenReceiver.of(peer, queue).close())
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo(setting));
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
