package com.babelqueue.connect.sink;

import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.ErrantRecordReporter;
import org.apache.kafka.connect.sink.SinkRecord;

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
  public Future<?> take(SinkRecord record, RecordOrigin origin, Fault fault) {
    String message = "The record at " + origin + " cannot be sent: " + fault;
    if (reporter == null) {
      throw new ConnectException("Task " + task + " stops. " + message + ". " + WAY_OUT);
    }
    try {
      return reporter.report(record, new DataException(message));
    } catch (RuntimeException e) {
      // Connect's reporter throws where errors.tolerance=none.
      throw new ConnectException("Task " + task + " stops. " + message + ". " + WAY_OUT, e);
    }
  }
}
