package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics that do not take records at the moment, each with a backoff of its own, so that one that
 * is missing or without leader holds up only the records that go there (REI-7). Says once when a
 * topic begins to refuse and once when it takes records again. Owned by the task's thread.
 */
final class TargetOutages {
  private static final Logger LOG = LoggerFactory.getLogger(TargetOutages.class);

  private final String task;
  private final Supplier<Backoff> backoffs;
  private final Map<String, Outage> outages = new HashMap<>();

  /**
   * @param task names the task in the log
   * @param backoffs makes a fresh one for each outage
   */
  TargetOutages(String task, Supplier<Backoff> backoffs) {
    this.task = task;
    this.backoffs = backoffs;
  }

  /**
   * Notes a failed write. Several that were on their way together count once.
   *
   * @param now in ms since the epoch
   */
  void refused(String topic, BrokerException failure, long now) {
    Outage outage = outages.get(topic);
    if (outage == null) {
      LOG.warn("{} keeps its records and tries again: {}", task, failure.getMessage());
      outage = new Outage(backoffs.get());
      outages.put(topic, outage);
    }
    if (outage.retryAt <= now) {
      outage.retryAt = now + outage.backoff.next().toMillis();
    }
  }

  /** Notes an acknowledged write. */
  void accepted(String topic) {
    if (!outages.isEmpty() && outages.remove(topic) != null) {
      LOG.info("{} writes to topic {} again", task, topic);
    }
  }

  /** When a topic may be tried again, in ms since the epoch; 0 when nothing is known against it. */
  long retryAt(String topic) {
    Outage outage = outages.isEmpty() ? null : outages.get(topic);
    return outage == null ? 0 : outage.retryAt;
  }

  private static final class Outage {
    private final Backoff backoff;

    /** In ms since the epoch. */
    private long retryAt;

    Outage(Backoff backoff) {
      this.backoff = backoff;
    }
  }
}
