package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import org.apache.kafka.connect.errors.ConnectException;

/** Why a task cannot go on, kept until Connect can be told. Owned by the task's thread. */
final class TaskFailure {
  private final String task;

  /** What came first, with everything after it; null while all is well. */
  private RuntimeException cause;

  TaskFailure(String task) {
    this.task = task;
  }

  void add(RuntimeException more) {
    if (cause == null) {
      cause = more;
    } else if (cause != more) {
      cause.addSuppressed(more);
    }
  }

  /** Adds what only a person can cure; an outage is none of it. */
  void addIfFatal(BrokerException failure) {
    if (!failure.isRetriable()) {
      add(new ConnectException("Task " + task + " cannot go on: " + failure.getMessage(), failure));
    }
  }

  boolean isPresent() {
    return cause != null;
  }

  /** What to throw; the other one while all is well. */
  RuntimeException or(RuntimeException other) {
    return cause == null ? other : cause;
  }

  /**
   * Throws what there is.
   *
   * @throws RuntimeException which fails the task
   */
  void raise() {
    if (cause != null) {
      throw cause;
    }
  }
}
