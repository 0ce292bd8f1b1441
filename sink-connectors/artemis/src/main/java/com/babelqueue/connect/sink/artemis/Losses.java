package com.babelqueue.connect.sink.artemis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.artemis.ArtemisFailures;
import com.babelqueue.connect.broker.artemis.ConnectionLoss;
import java.util.function.Consumer;

/**
 * Reports the first failure of a connection, whoever of the client's threads tells. Thread-safe.
 */
final class Losses extends ConnectionLoss {
  private final ArtemisFailures failures;
  private final Consumer<BrokerException> lost;

  /** The first failure; null while there is none. Guarded by this. */
  private BrokerException first;

  /** Whether the connection is being closed on purpose. Guarded by this. */
  private boolean ignoring;

  /**
   * @param lost takes the first failure, on any thread
   */
  Losses(ArtemisFailures failures, Consumer<BrokerException> lost) {
    this.failures = failures;
    this.lost = lost;
  }

  @Override
  protected void lost(Throwable cause) {
    report(failures.inUse("the connection was lost", cause));
  }

  /** Takes note of a failure, and passes on the first. Any thread. */
  void report(BrokerException failure) {
    synchronized (this) {
      if (ignoring || first != null) {
        return;
      }
      first = failure;
    }
    lost.accept(failure);
  }

  /**
   * Nothing is reported any more. Closing thread.
   *
   * @return whether the connection was over before
   */
  synchronized boolean ignore() {
    ignoring = true;
    return first != null;
  }

  /**
   * Throws when the connection is over. Task's thread.
   *
   * @throws BrokerException the first failure
   */
  synchronized void check() throws BrokerException {
    if (first != null) {
      throw first;
    }
  }
}
