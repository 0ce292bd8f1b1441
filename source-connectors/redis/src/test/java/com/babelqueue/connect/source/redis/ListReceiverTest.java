package com.babelqueue.connect.source.redis;

import static com.babelqueue.connect.source.redis.OpenReceiver.bodies;
import static com.babelqueue.connect.source.redis.RedisPeer.processing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.harness.Await;
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
  void whatComesInAfterASuspensionIsGivenUpAndSettled() throws Exception {
    send("suspended", 1);

    try (OpenReceiver receiver = OpenReceiver.of(peer, "suspended")) {
      // Grants a pull and does not wait for what it brings.
      assertThat(receiver.get().receive(1, Long.MAX_VALUE, Duration.ZERO)).isEmpty();
      Await.until(
          "the pull thread has moved it",
          OpenReceiver.LIMIT,
          () -> peer.client().llen(processing("suspended")) == 1);
      receiver.get().suspend();

      List<Delivery> late = new ArrayList<>();
      Await.until("it is given up", OpenReceiver.LIMIT, () -> late.addAll(receiver.get().late()));

      receiver.reconnect();
      assertThat(peer.ready("suspended")).as("in hand, so it is not handed back").isZero();
      assertThat(receiver.get().accept(late)).isEmpty();
      assertThat(peer.unsettled("suspended")).isZero();
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
      List<Delivery> received = new ArrayList<>();
      Await.until(
          "both queues are empty",
          OpenReceiver.LIMIT,
          () -> {
            // Room for more than is there: a queue that waits keeps its share of it.
            received.addAll(receiver.get().receive(1_000, Long.MAX_VALUE, Duration.ZERO));
            return received.size() >= 600;
          });
      assertThat(received).hasSize(600);

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
