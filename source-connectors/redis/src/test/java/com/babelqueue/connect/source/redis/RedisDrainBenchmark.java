package com.babelqueue.connect.source.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * Measures whether a long queue is drained as fast as a short one, by receiver and server alone,
 * with 1,000 messages in flight. Prints both rates and their ratio; asserts nothing about time, so
 * its name keeps it out of the build. It is run with
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
  private static final int BATCH = 200;
  private static final String BODY = "x".repeat(320);

  @Test
  void ratioOfRates() throws Exception {
    try (RedisPeer peer = RedisPeer.start()) {
      drain(peer, ROUNDS * SHORT); // warms up
      long nanos = 0;
      for (int i = 0; i < ROUNDS; i++) {
        nanos += drain(peer, SHORT);
      }
      double small = ROUNDS * SHORT / (nanos / 1e9);
      double large = LONG / (drain(peer, LONG) / 1e9);
      System.out.printf(
          Locale.ROOT,
          "%d queued: %.0f messages/s%n%d queued: %.0f messages/s%nratio: %.2f%n",
          SHORT,
          small,
          LONG,
          large,
          large / small);
    }
  }

  /** Returns how long it took, in nanoseconds, from the first receive to the last settlement. */
  private static long drain(RedisPeer peer, int count) throws Exception {
    peer.createQueue("drain");
    for (int i = 0; i < count; i += SHORT) {
      List<String> bodies = new ArrayList<>(SHORT);
      for (int j = 0; j < SHORT; j++) {
        bodies.add((i + j) + BODY);
      }
      peer.send("drain", bodies);
    }
    try (OpenReceiver receiver = OpenReceiver.of(peer, "drain")) {
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
      assertThat(peer.unsettled("drain")).isZero();
      return took;
    }
  }
}
