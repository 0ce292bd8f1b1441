package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.MetricsRegistration;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a {@link SourceEngine} on a thread of its own and wakes it when there is something to do.
 * The thread runs as long as the task does, paused or not, which is what keeps locks alive.
 */
final class EngineThread implements Runnable {
  /** {@code stop} cannot wake a blocked {@code poll}, so a poll waits no longer than this. */
  static final Duration POLL_WAIT = Duration.ofMillis(500);

  /** Under Connect's default task.shutdown.graceful.timeout.ms of 5 s. */
  private static final Duration STOP_WAIT = Duration.ofSeconds(4);

  private static final Logger LOG = LoggerFactory.getLogger(EngineThread.class);

  private final SourceEngine engine;
  private final Receiver receiver;
  private final Outcomes outcomes;
  private final Demand demand;
  private final MetricsRegistration registration;

  /** Set once before the thread starts. */
  private Thread thread;

  /** Written by the task's thread, read by the engine's. */
  private volatile boolean stopping;

  private EngineThread(
      SourceEngine engine,
      Receiver receiver,
      Outcomes outcomes,
      Demand demand,
      MetricsRegistration registration) {
    this.engine = engine;
    this.receiver = receiver;
    this.outcomes = outcomes;
    this.demand = demand;
    this.registration = registration;
  }

  /** Wires an engine for a task and starts it. The connection is made on the engine's thread. */
  static EngineThread start(
      SourceConfig config,
      BrokerBinding binding,
      Receiver receiver,
      HandOver handOver,
      Clock clock) {
    SourceMetrics metrics = new SourceMetrics();
    Outcomes outcomes = new Outcomes();
    Demand demand = new Demand(System::nanoTime);
    SourceEngine engine =
        new SourceEngine(
            config,
            receiver,
            new RecordMapper(config, binding, clock),
            handOver,
            outcomes,
            demand,
            config.idempotency().deduplicator(System::nanoTime),
            () -> backoff(config),
            metrics,
            System::nanoTime);
    EngineThread running =
        new EngineThread(
            engine,
            receiver,
            outcomes,
            demand,
            MetricsRegistration.of(
                "source-task", config.connectorName(), config.taskId(), metrics));
    running.thread =
        new Thread(running, "babelqueue-" + config.connectorName() + "-" + config.taskId());
    running.thread.setDaemon(true);
    running.thread.start();
    return running;
  }

  private static Backoff backoff(SourceConfig config) {
    return new Backoff(
        config.millis(ConnectionKeys.RECONNECT_BACKOFF),
        config.millis(ConnectionKeys.RECONNECT_BACKOFF_MAX),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  /** Task's thread. */
  void pollBegins() {
    demand.pollBegins();
    wake();
  }

  /** Task's thread; what it took has made room. */
  void pollEnds() {
    demand.pollEnds();
    wake();
  }

  /** Hands over what Kafka said of a record. Any thread; never blocks. */
  void outcome(Delivery delivery, boolean inKafka) {
    if (outcomes.add(delivery, inKafka)) {
      wake();
      receiver.wakeup();
    }
  }

  /** Ends the engine and waits until it has handed everything back. Task's thread. */
  void stop() {
    stopping = true;
    wake();
    receiver.wakeup();
    try {
      thread.join(STOP_WAIT.toMillis());
      if (thread.isAlive()) {
        LOG.warn(
            "{} has not handed everything back within {} s and is interrupted; the broker frees the rest by itself",
            thread.getName(),
            STOP_WAIT.toSeconds());
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
    registration.close();
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        Duration idle = engine.step();
        if (!idle.isZero()) {
          // An unpark since the step began left a permit, so no wake-up is lost.
          LockSupport.parkNanos(this, idle.toNanos());
        }
      }
      engine.shutDown();
    } catch (InterruptedException e) {
      engine.close();
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.error("{} ended unexpectedly", thread.getName(), e);
      engine.close();
      throw e;
    }
  }

  private void wake() {
    LockSupport.unpark(thread);
  }
}
