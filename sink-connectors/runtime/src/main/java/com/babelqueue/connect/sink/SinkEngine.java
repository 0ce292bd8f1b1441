package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.idempotency.Deduplicator;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * What a sink task does when Connect calls it: takes records in, keeps the sender busy within its
 * bounds, and tells Connect what is confirmed (DESIGN section 5).
 *
 * <p>It has no thread. Everything runs on the task's thread; what senders report on other threads
 * waits in {@link Outcomes}. While anything is open, Connect is asked to call again soon.
 */
final class SinkEngine {
  /** How long one put may wait for room. */
  static final Duration PUT_WAIT = Duration.ofMillis(500);

  /** How long a commit, which may be the last one before a stop, waits for confirmations. */
  static final Duration COMMIT_WAIT = Duration.ofSeconds(3);

  private final String task;
  private final NextCall nextCall;
  private final OffsetLedger ledger = new OffsetLedger();
  private final Intake intake;
  private final Connection connection;
  private final Outcomes outcomes;
  private final Duplicates duplicates;
  private final Deliveries deliveries;
  private final FaultyRecords faulty;
  private final KafkaWrites writes;
  private final PartitionPause pause;
  private final LongSupplier ticker;

  /** For the next put to throw. */
  private final TaskFailure failure;

  /** Whether Connect hands over the list of the last put again, which was taken in already. */
  private boolean listComesAgain;

  /**
   * Wires an engine.
   *
   * @param context Connect's side
   * @param sender not opened yet
   * @param kafka takes retries and dead letters; null when the connector writes none itself
   * @param deduplicator a new one, closed with this; null to send every message
   * @param outcomes a new one
   * @param clock gives the time of dead-lettering
   * @param ticker gives nanoseconds that only ever grow
   * @param random yields values in [0, 1), for the jitter of backoffs
   */
  SinkEngine(
      SinkConfig config,
      SinkTaskContext context,
      Sender sender,
      RecordWriter kafka,
      Deduplicator<Pending> deduplicator,
      Outcomes outcomes,
      SinkMetrics metrics,
      Clock clock,
      LongSupplier ticker,
      DoubleSupplier random) {
    int maxMessages = config.getInt(SinkConfig.MAX_IN_FLIGHT_MESSAGES);
    long maxBytes = config.getLong(SinkConfig.MAX_IN_FLIGHT_BYTES);
    this.task = config.connectorName() + "-" + config.taskId();
    this.failure = new TaskFailure(task);
    this.nextCall = new NextCall(task, context);
    this.outcomes = outcomes;
    this.ticker = ticker;
    Supplier<Backoff> backoffs =
        () ->
            new Backoff(
                config.millis(ConnectionKeys.RECONNECT_BACKOFF),
                config.millis(ConnectionKeys.RECONNECT_BACKOFF_MAX),
                random);
    this.writes = new KafkaWrites(task, kafka, outcomes, backoffs, ticker);
    this.faulty =
        FaultyRecords.of(config, task, context.errantRecordReporter(), writes, metrics, clock);
    this.connection = new Connection(task, sender, outcomes, backoffs.get(), metrics, ticker);
    this.duplicates = new Duplicates(task, deduplicator, backoffs, metrics, ticker);
    this.deliveries =
        new Deliveries(
            duplicates,
            new Lanes(task, backoffs),
            new InFlight(maxMessages, maxBytes, config.millis(SinkConfig.SEND_TIMEOUT), metrics),
            faulty,
            outcomes,
            metrics,
            ticker);
    this.intake =
        new Intake(
            task,
            new MessageMapper(config, metrics),
            ledger,
            duplicates,
            deliveries,
            faulty,
            metrics);
    this.pause = new PartitionPause(context, maxMessages, maxBytes);
  }

  /**
   * Takes records in and sends what may be sent.
   *
   * @throws RetriableException on an outage of the broker or of the idempotency store; Connect
   *     hands over the same records again
   * @throws ConnectException when the task cannot go on. What comes up after records were taken in
   *     is thrown by the next put instead, which Connect makes at once: it counts a list as
   *     delivered only after a put that returns, and would commit nothing of it otherwise
   */
  void put(Collection<SinkRecord> records) {
    failure.raise();
    try {
      outcomes.applyAll();
      deliveries.checkOverdue();
      writes.proceed();
      faulty.settle();
      connect();
    } catch (BrokerException e) {
      disconnect(e);
      throw failure.or(comeAgain(e));
    }
    BrokerException unknown = lookUp(records);
    if (unknown == null) {
      takeIn(records);
    }
    try {
      send(!records.isEmpty());
      faulty.settle();
    } catch (BrokerException e) {
      disconnect(e);
      if (!failure.isPresent()) {
        listComesAgain |= unknown == null;
        throw comeAgain(e);
      }
    } catch (ConnectException e) {
      failure.add(e);
    }
    duplicates.flush();
    if (unknown != null) {
      // A return would count the records as delivered.
      throw failure.or(waitForStore(unknown));
    }
    listComesAgain = false;
    pause.update(waitingMessages(), waitingBytes());
    if (failure.isPresent()) {
      nextCall.atOnce();
    } else if (isAnythingOpen()) {
      nextCall.soon();
    }
  }

  /**
   * What may be committed, after a bounded wait for what is under way: this may be the last call
   * before the partitions go elsewhere. Never throws, since Connect would go back to its last
   * commit and have everything since sent again.
   */
  Map<TopicPartition, OffsetAndMetadata> preCommit(Map<TopicPartition, OffsetAndMetadata> current) {
    long begin = ticker.getAsLong();
    boolean more = true;
    while (more) {
      try {
        more = awaitOpen(begin);
      } catch (BrokerException e) {
        disconnect(e);
      } catch (RuntimeException e) {
        // What others have under way is worth waiting for all the same.
        failure.add(e);
      }
    }
    duplicates.flush();
    return ledger.committable(current);
  }

  void open(Collection<TopicPartition> partitions) {
    ledger.forget(partitions);
    pause.opened(partitions);
  }

  /** Forgets partitions that are another task's now; what they have under way is ignored. */
  void close(Collection<TopicPartition> partitions) {
    ledger.forget(partitions);
    deliveries.forget(partitions);
    faulty.forget(partitions);
    writes.forget(partitions);
  }

  /** Closes what is connected; whatever is unconfirmed comes again from its offset. */
  void stop() {
    connection.close();
    duplicates.close();
  }

  private void connect() throws BrokerException {
    if (connection.isOpen()) {
      return;
    }
    if (connection.nanosToRetry() > 0) {
      throw comeAgain(null);
    }
    connection.open();
  }

  /** Null when the records may be taken in; otherwise none of them is. */
  private BrokerException lookUp(Collection<SinkRecord> records) {
    try {
      intake.lookUp(records, listComesAgain);
      return null;
    } catch (BrokerException e) {
      failure.addIfFatal(e);
      return e;
    }
  }

  private void takeIn(Collection<SinkRecord> records) {
    try {
      intake.take(records, listComesAgain);
    } catch (ConnectException e) {
      failure.add(e);
    }
  }

  /**
   * Sends until nothing may be sent, or the time for waiting for room is up.
   *
   * @param more whether Connect may have more to hand over. Then what waits is to be as much as may
   *     be under way before time is spent on waiting: brokers confirm in bursts, and what fills the
   *     room after one must be there already
   */
  private void send(boolean more) throws BrokerException {
    long begin = ticker.getAsLong();
    while (true) {
      List<Send> sends = deliveries.next();
      if (!sends.isEmpty()) {
        hand(sends);
        outcomes.applyAll();
      } else if (!deliveries.waitForRoom()
          || (more && pause.isRoomFor(waitingMessages(), waitingBytes()))
          || !awaitOutcome(begin, PUT_WAIT)) {
        return;
      }
    }
  }

  private void hand(List<Send> sends) throws BrokerException {
    try {
      connection.send(sends);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("Task " + task + " was interrupted while sending", e);
    }
  }

  /** Applies what there is or comes next; false when nothing is open or the time is up. */
  private boolean awaitOpen(long begin) throws BrokerException {
    outcomes.applyAll();
    faulty.settle();
    if (deliveries.areUnderWay() || writes.areUnderWay()) {
      return awaitOutcome(begin, COMMIT_WAIT);
    }
    return !faulty.isEmpty() && faulty.awaitFirst(left(begin, COMMIT_WAIT));
  }

  private int waitingMessages() {
    return deliveries.waitingMessages() + writes.records();
  }

  private long waitingBytes() {
    return deliveries.waitingBytes() + writes.bytes();
  }

  /** Whether an outcome came before the time was up. */
  private boolean awaitOutcome(long begin, Duration limit) throws BrokerException {
    Duration left = left(begin, limit);
    return !left.isZero() && outcomes.await(left);
  }

  private Duration left(long begin, Duration limit) {
    return Duration.ofNanos(Math.max(0, limit.toNanos() - (ticker.getAsLong() - begin)));
  }

  private boolean isAnythingOpen() {
    return deliveries.areUnderWay() || deliveries.waitingMessages() > 0 || !faulty.isEmpty();
  }

  private void disconnect(BrokerException cause) {
    connection.lost(cause, deliveries.connectionLost());
    failure.addIfFatal(cause);
  }

  private RetriableException waitForStore(BrokerException cause) {
    return nextCall.afterStore(cause, duplicates.untilNextLook(), isAnythingOpen());
  }

  private RetriableException comeAgain(BrokerException cause) {
    return nextCall.afterBroker(cause, Duration.ofNanos(connection.nanosToRetry()));
  }
}
