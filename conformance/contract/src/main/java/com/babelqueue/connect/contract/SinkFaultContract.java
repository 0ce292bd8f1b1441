package com.babelqueue.connect.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every sink holds when everything breaks on the way; a part of {@link SinkContract}. */
abstract class SinkFaultContract extends SinkTest<SinkPeer> {
  private static final int PART = 4_000;
  private static final int MANY = 5 * PART;

  /** Of each of the places where {@code many} is disturbed: three drops and a restart. */
  private static final int MOST_DUPLICATES = 4 * IN_FLIGHT;

  private static final long SEED = 20_261_130L;

  @Test
  void nothingIsLostOverDroppedConnectionsAndARestart() throws Exception {
    create("many");
    try (TcpProxy proxy = proxy()) {
      rest().put("many", settings("many", through(proxy)));
      int fed = feed("many", 0, PART);
      awaitDepth("many", PART);
      for (int part = 1; part <= 2; part++) {
        proxy.cutAfterBytes(halfOfAPart());
        fed = feed("many", fed, PART);
        awaitDepth("many", (part + 1) * PART);
      }
      // The connection breaks in mid-flight and stays away while the worker stops and starts.
      proxy.refuse();
      proxy.cutAfterBytes(halfOfAPart());
      fed = feed("many", fed, PART);
      awaitDepth("many", 3 * PART + 1);
      stage().worker().restart();
      proxy.accept();
      awaitDepth("many", 4 * PART);
      fed = feed("many", fed, PART);
      rest().restart("many", true);
      stage().awaitCommitted("many", "many", fed);

      assertThat(proxy.connections()).as("connections were really broken").isGreaterThan(3);
    }
    List<NativeMessage> all = take("many", Math.toIntExact(peer().depth("many")));
    Set<Integer> firsts = new LinkedHashSet<>();
    for (NativeMessage message : all) {
      int number = Envelopes.number(message.body());
      assertThat(message.body()).asString(UTF_8).isEqualTo(Envelopes.of(number));
      firsts.add(number);
    }
    assertHoldsAll(firsts, MANY);
    assertThat(all).as("duplicates").hasSizeLessThanOrEqualTo(MANY + MOST_DUPLICATES);
    rest().delete("many");
  }

  private static long halfOfAPart() {
    return (long) PART * Envelopes.of(0).length() / 2;
  }

  /**
   * The worker is killed, or the connector stops in good order while the broker confirms nothing
   * any more; what it has committed by then must be with the broker.
   */
  @Test
  void committedOffsetsNeverRunAheadOfTheBroker() throws Exception {
    create("offsets");
    Random random = new Random(SEED);
    Set<Integer> arrived = new LinkedHashSet<>();
    int fed = 0;
    try (TcpProxy proxy = proxy()) {
      rest().put("offsets", settings("offsets", through(proxy)));
      for (int round = 0; round < 6; round++) {
        fed = feed("offsets", fed, 1_500);
        awaitDepth("offsets", 1 + random.nextInt(1_000));
        boolean kill = round % 2 == 0;
        if (kill) {
          stage().worker().kill();
        } else {
          proxy.stall();
          fed = feed("offsets", fed, 2 * IN_FLIGHT);
          rest().stop("offsets");
          rest().awaitState("offsets", "STOPPED", 0, Stage.LIMIT);
        }

        long committed = stage().committed("offsets", "offsets");
        drain("offsets", arrived);
        assertThat(arrived)
            .as("what is below the committed offset, after round " + round)
            .containsAll(IntStream.range(0, Math.toIntExact(committed)).boxed().toList());

        proxy.dropConnections();
        proxy.unstall();
        if (kill) {
          stage().worker().restart();
        } else {
          rest().resume("offsets");
        }
      }
      stage().awaitCommitted("offsets", "offsets", fed);
    }
    drain("offsets", arrived);
    assertHoldsAll(arrived, fed);
    rest().delete("offsets");
  }

  private TcpProxy proxy() {
    return TcpProxy.to(peer().address().getHostString(), peer().address().getPort());
  }

  private static InetSocketAddress through(TcpProxy proxy) {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port());
  }

  /** Numbers go on from those that were fed before. */
  private int feed(String topic, int fed, int more) throws Exception {
    stage().feed(Stage.numbered(topic, fed, fed + more));
    return fed + more;
  }

  private void drain(String queue, Set<Integer> into) throws Exception {
    take(queue, Math.toIntExact(peer().depth(queue)))
        .forEach(message -> into.add(Envelopes.number(message.body())));
  }

  private void assertHoldsAll(Set<Integer> firsts, int count) {
    List<Integer> inOrder = new ArrayList<>(firsts);
    if (!peer().keepsOrder()) {
      inOrder.sort(null);
    }
    assertThat(inOrder)
        .as("numbers" + (peer().keepsOrder() ? " in the order of their first arrival" : ""))
        .isEqualTo(IntStream.range(0, count).boxed().toList());
  }
}
