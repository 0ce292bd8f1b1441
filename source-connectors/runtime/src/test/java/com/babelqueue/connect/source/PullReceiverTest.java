package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A blocking client behind pull threads: nothing is asked for beyond what the engine granted. */
class PullReceiverTest {
  private static final Duration LONG = Duration.ofSeconds(10);

  private final BlockingClient client = new BlockingClient();

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void asksForNothingBeforeReceiveGrantsIt() throws Exception {
    client.open();

    assertThat(client.asked.poll(200, TimeUnit.MILLISECONDS)).isNull();
    client.answer(0);
    assertThat(client.receive(1, 1, Duration.ZERO)).isEmpty();
    assertThat(client.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(1);
  }

  @Test
  void neverAsksForMoreThanTheFreeSlots() throws Exception {
    client.open();
    client.answer(10);
    client.answer(5);

    List<Delivery> received = new ArrayList<>(client.receive(15, 1, LONG));
    while (received.size() < 15) {
      received.addAll(client.receive(15 - received.size(), 1, LONG));
    }

    assertThat(client.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(10);
    assertThat(client.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(5);
    assertThat(client.asked).as("no slot is left to ask for").isEmpty();
  }

  @Test
  void keepsTheOrderOfAQueue() throws Exception {
    client.open();
    client.answer(10);
    client.answer(10);

    List<String> ids = new ArrayList<>();
    while (ids.size() < 20) {
      client.receive(20 - ids.size(), 1, LONG).forEach(delivery -> ids.add(delivery.messageId()));
    }

    assertThat(ids).isEqualTo(client.produced);
  }

  @Test
  void suspendTakesTheAllowanceAway() throws Exception {
    client.open();
    client.receive(30, 1, Duration.ZERO);
    assertThat(client.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(10);

    client.suspend();
    client.answer(2);

    assertThat(client.drain(LONG)).as("a pull under way still counts").hasSize(2);
    assertThat(client.asked).isEmpty();
  }

  @Test
  void lateGivesUpWhatCameInAfterSuspend() throws Exception {
    client.open();
    client.receive(30, 1, Duration.ZERO);
    assertThat(client.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(10);
    client.suspend();

    client.answer(2);
    List<Delivery> late = new ArrayList<>();
    long deadline = System.nanoTime() + LONG.toNanos();
    while (late.size() < 2 && System.nanoTime() - deadline < 0) {
      late.addAll(client.late());
      Thread.onSpinWait();
    }

    assertThat(late).hasSize(2);
    assertThat(client.asked).isEmpty();
  }

  @Test
  void queuesShareWhatIsGranted() throws Exception {
    try (BlockingClient two = new BlockingClient("a", "b")) {
      two.open();
      while (two.waitingThreads() < 2) {
        Thread.onSpinWait();
      }
      two.receive(10, 1, Duration.ZERO);

      assertThat(two.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(5);
      assertThat(two.asked.poll(10, TimeUnit.SECONDS)).isEqualTo(5);
    }
  }

  @Test
  void aQueueThatWaitedInVainLinesUpBehindTheOthers() throws Exception {
    PullBuffer buffer = new PullBuffer();
    long session = buffer.begin();
    buffer.take(1, Duration.ZERO);
    assertThat(buffer.grant(session, 1)).isEqualTo(1);
    BlockingQueue<String> order = new LinkedBlockingQueue<>();
    Thread other =
        new Thread(
            () -> {
              try {
                buffer.grant(session, 1);
                order.add("the other");
                buffer.bring(session, 1, List.of());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.start();
    while (buffer.waiting() < 1) {
      Thread.onSpinWait();
    }

    buffer.bring(session, 1, List.of());
    buffer.grant(session, 1);
    order.add("the one that had it");
    other.join(LONG.toMillis());

    assertThat(order).containsExactly("the other", "the one that had it");
  }

  @Test
  void aFailureOfAPullComesOutOfReceiveBehindWhatWasPulled() throws Exception {
    client.open();
    client.answer(1);
    client.fail(BrokerException.outage("gone", null));

    assertThat(client.receive(20, 1, LONG)).hasSize(1);
    assertThatThrownBy(() -> client.receive(20, 1, LONG)).hasMessage("gone");
  }

  @Test
  void wakeupEndsAReceive() throws Exception {
    client.open();
    client.wakeup();

    assertThat(client.receive(1, 1, LONG)).isEmpty();
  }

  @Test
  void opensAgainAfterAClose() throws Exception {
    client.open();
    client.receive(1, 1, Duration.ZERO);
    client.close();
    client.open();
    client.answer(1);

    assertThat(client.receive(1, 1, LONG)).hasSize(1);
    assertThat(client.connects).isEqualTo(2);
    assertThat(client.disconnects).isEqualTo(1);
  }

  /** A client whose receive call blocks until the test answers it. */
  private static final class BlockingClient extends PullReceiver {
    private final BlockingQueue<Integer> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();
    private final List<String> produced = new ArrayList<>();
    private int connects;
    private int disconnects;
    private int next;

    BlockingClient(String... queues) {
      super(queues.length == 0 ? List.of("q") : List.of(queues), "test-pull");
    }

    void answer(int count) {
      List<Delivery> deliveries = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String id = "m" + next++;
        produced.add(id);
        deliveries.add(Delivery.of("q", new byte[0], id, 1).messageId(id).build());
      }
      answers.add(deliveries);
    }

    void fail(BrokerException failure) {
      answers.add(failure);
    }

    @Override
    protected void connect() {
      connects++;
    }

    @Override
    @SuppressWarnings("unchecked")
    protected List<Delivery> pull(String queue, int max)
        throws BrokerException, InterruptedException {
      asked.add(max);
      Object answer = answers.poll(20, TimeUnit.SECONDS);
      if (answer instanceof BrokerException failure) {
        throw failure;
      }
      return answer == null ? List.of() : (List<Delivery>) answer;
    }

    @Override
    protected int pullBatch() {
      return 10;
    }

    @Override
    protected void disconnect() {
      disconnects++;
    }

    @Override
    public long epoch() {
      return 1;
    }

    @Override
    public int settlementBatch() {
      return 10;
    }

    @Override
    public List<Unsettled> accept(List<Delivery> deliveries) {
      return List.of();
    }

    @Override
    public List<Unsettled> reject(List<Delivery> deliveries, String reason) {
      return List.of();
    }

    @Override
    public List<Unsettled> release(List<Delivery> deliveries) {
      return List.of();
    }
  }
}
