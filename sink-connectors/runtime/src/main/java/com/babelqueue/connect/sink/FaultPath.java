package com.babelqueue.connect.sink;

import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Where a record goes that can never be sent, so that those behind it flow on. Called on the task's
 * thread; it must not wait.
 */
@FunctionalInterface
interface FaultPath {
  /**
   * Takes a record.
   *
   * @param record the record as Connect handed it over; a reporter knows it by identity
   * @return done once the record lies safely where it belongs; only then its offset counts as done.
   *     A failure fails the task
   * @throws ConnectException when there is no such place; the task fails and the record comes again
   */
  Future<?> take(SinkRecord record, RecordOrigin origin, Fault fault);
}
