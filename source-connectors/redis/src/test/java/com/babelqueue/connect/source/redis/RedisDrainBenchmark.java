package com.babelqueue.connect.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * Measures whether a long queue is drained as fast as a short one, and one behind messages that
 * stay in flight as fast as without them, by receiver and server alone, with 1,000 messages in
 * flight beside those. Prints rates and ratios; asserts nothing about time, so its name keeps it
 * out of the build. It is run with
 *
 * <pre>
 * mvn -pl source-connectors/redis -am test -Dtest=RedisDrainBenchmark \
 *   -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
class RedisDrainBenchmark {
  private static final int SHORT = 10_000;
  private static final int LONG = 1_000_000;
  private static final int ROUNDS = 20;
  private static final int IN_FLIGHT = 1_000;
  private static final int STUCK = 9_000;
  private static final int BATCH = 200;
  private static final String BODY = "x".repeat(320);

  @Test
  void ratioOfRates() throws Exception {
    try (RedisPeer peer = RedisPeer.start()) {
      drain(peer, ROUNDS * SHORT, 0); // warms up
      double small = shortRate(peer, 0);
      double large = LONG / (drain(peer, LONG, 0) / 1e9);
      double behind = shortRate(peer, STUCK);
      print(SHORT + " queued", small, small);
      print(LONG + " queued", large, small);
      print(SHORT + " queued behind " + STUCK + " that stay in flight", behind, small);
    }
  }

  private static double shortRate(RedisPeer peer, int stuck) throws Exception {
    long nanos = 0;
    for (int i = 0; i < ROUNDS; i++) {
      nanos += drain(peer, SHORT, stuck);
    }
    return ROUNDS * SHORT / (nanos / 1e9);
  }

  private static void print(String what, double rate, double reference) {
    System.out.printf(
        Locale.ROOT, "%s: %.0f messages/s, ratio %.2f%n", what, rate, rate / reference);
  }

  /** Returns how long it took, in nanoseconds, from the first receive to the last settlement. */
  private static long drain(RedisPeer peer, int count, int stuck) throws Exception {
    peer.createQueue("drain");
    send(peer, stuck);
    for (int i = 0; i < count; i += SHORT) {
      send(peer, SHORT);
    }
    try (OpenReceiver receiver = OpenReceiver.of(peer, "drain")) {
      receiver.receive(stuck);
      long began = System.nanoTime();
      Deque<Delivery> inFlight = new ArrayDeque<>();
      int left = count;
      while (left > 0) {
        int room = IN_FLIGHT - inFlight.size();
        if (room > 0 && left > inFlight.size()) {
          inFlight.addAll(receiver.get().receive(room, Long.MAX_VALUE, Duration.ofSeconds(1)));
        }
        List<Delivery> batch = new ArrayList<>(BATCH);
        while (batch.size() < BATCH && !inFlight.isEmpty()) {
          batch.add(inFlight.removeFirst());
        }
        assertThat(receiver.get().accept(batch)).isEmpty();
        left -= batch.size();
      }
      long took = System.nanoTime() - began;
      assertThat(peer.unsettled("drain")).isEqualTo(stuck);
      return took;
    }
  }

  private static void send(RedisPeer peer, int count) {
    List<String> bodies = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      bodies.add(UUID.randomUUID() + BODY);
    }
    peer.send("drain", bodies);
  }
}
