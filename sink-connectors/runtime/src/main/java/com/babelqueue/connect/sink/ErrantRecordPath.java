package com.babelqueue.connect.sink;

import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;

/**
 * Hands faulty records to Connect's own error reporter, which writes them to the topic of {@code
 * errors.deadletterqueue.topic.name}, or only logs them, as the user configured. Without a reporter
 * (DESIGN section 3, fact 9) a faulty record fails the task.
 */
final class ErrantRecordPath implements FaultPath {
  private static final String WAY_OUT =
      "errors.tolerance=all lets the task go on, and errors.deadletterqueue.topic.name keeps such records";

  private final String task;

  /** Null when the user configured none. */
  private final ErrantRecordReporter reporter;

  ErrantRecordPath(String task, ErrantRecordReporter reporter) {
    this.task = task;
    this.reporter = reporter;
  }

  @Override
  public Future<?> take(FaultyRecord faulty) {
    String message = "The record at " + faulty.origin() + " cannot be sent: " + faulty.fault();
    if (reporter == null) {
      throw new ConnectException("Task " + task + " stops. " + message + ". " + WAY_OUT);
    }
    try {
      return reporter.report(faulty.record(), new DataException(message));
    } catch (RuntimeException e) {
      // Connect's reporter throws where errors.tolerance=none.
      throw new ConnectException("Task " + task + " stops. " + message + ". " + WAY_OUT, e);
    }
  }

  @Override
  public boolean isCompletedByOthers() {
    return true;
  }
}
