package com.babelqueue.connect.sink;

import java.util.concurrent.Future;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Where a record goes that cannot be sent, so that those behind it flow on. Called on the task's
 * thread; it must not wait.
 */
interface FaultPath {
  /**
   * Takes a record.
   *
   * @return done once the record lies safely where it belongs; only then its offset counts as done.
   *     A failure fails the task
   * @throws ConnectException when there is no such place; the task fails and the record comes again
   */
  Future<?> take(FaultyRecord faulty);

  /**
   * Whether others complete what {@link #take} returned. Otherwise the task's own thread does, by
   * way of {@link Outcomes}, and would wait for it in vain.
   */
  boolean isCompletedByOthers();
}
