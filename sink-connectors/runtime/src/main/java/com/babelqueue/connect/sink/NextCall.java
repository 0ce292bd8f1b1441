package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import org.apache.kafka.connect.errors.RetriableException;
import org.apache.kafka.connect.sink.SinkTaskContext;

/**
 * Tells Connect when to call again: it calls by itself when there are records, and otherwise after
 * the time that was set last. Owned by the task's thread.
 */
final class NextCall {
  /** While something is open, for outcomes to be applied and offsets to become committable. */
  static final Duration SOON = Duration.ofMillis(50);

  private final String task;
  private final SinkTaskContext context;

  NextCall(String task, SinkTaskContext context) {
    this.task = task;
    this.context = context;
  }

  void atOnce() {
    context.timeout(1);
  }

  void soon() {
    context.timeout(SOON.toMillis());
  }

  /**
   * What to throw so that Connect hands over the same records again when the broker may be tried.
   *
   * @param cause what keeps the records from being taken in; null when only the time does
   * @param wait until the next attempt to connect; negative when that is overdue
   */
  RetriableException afterBroker(BrokerException cause, Duration wait) {
    context.timeout(Math.max(1, wait.toMillis() + 1));
    return new RetriableException(
        "Task " + task + " waits for its broker" + (cause == null ? "" : ": " + cause.getMessage()),
        cause);
  }

  /**
   * The same for the idempotency store.
   *
   * @param wait until the next look at the store
   * @param anythingOpen whether there is something to do in between
   */
  RetriableException afterStore(BrokerException cause, Duration wait, boolean anythingOpen) {
    long millis = wait.toMillis() + 1;
    context.timeout(anythingOpen ? Math.min(millis, SOON.toMillis()) : millis);
    return new RetriableException(
        "Task " + task + " waits for its idempotency store: " + cause.getMessage(), cause);
  }
}
