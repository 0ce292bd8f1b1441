package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes to one topic, in the order of their records. After a failure they wait until all that
 * were under way have come back and the backoff is over. Owned by the task's thread.
 */
final class TopicWrites {
  private static final Logger LOG = LoggerFactory.getLogger(TopicWrites.class);

  private final String task;
  private final String name;
  private final Backoff backoff;
  private final PriorityQueue<KafkaWrites.Write> waiting =
      new PriorityQueue<>(Comparator.comparingLong(KafkaWrites.Write::sequence));

  private int underWay;
  private boolean held;

  /** Ticker value at which the backoff is over; meaningless unless held. */
  private long heldUntil;

  TopicWrites(String task, String name, Backoff backoff) {
    this.task = task;
    this.name = name;
    this.backoff = backoff;
  }

  String name() {
    return name;
  }

  void add(KafkaWrites.Write write) {
    waiting.add(write);
  }

  void remove(KafkaWrites.Write write) {
    waiting.remove(write);
  }

  /** Takes the next write to begin; null when there is none or it may not begin yet. */
  KafkaWrites.Write next(long now) {
    if (waiting.isEmpty() || (held && (underWay > 0 || now - heldUntil < 0))) {
      return null;
    }
    held = false;
    underWay++;
    return waiting.remove();
  }

  /** A write was acknowledged. */
  void written() {
    underWay--;
    if (!held && backoff.failures() > 0) {
      LOG.info(
          "Task {} writes to topic {} again after {} failures", task, name, backoff.failures());
      backoff.reset();
    }
  }

  /** A write failed and is to be repeated; several that were under way together count once. */
  void failed(long now, BrokerException failure) {
    underWay--;
    if (held) {
      return;
    }
    if (backoff.failures() == 0) {
      LOG.warn("Task {} keeps its offsets and tries again: {}", task, failure.getMessage());
    }
    held = true;
    heldUntil = now + backoff.next().toNanos();
  }

  /** A write came back that needs no other attempt. */
  void cameBack() {
    underWay--;
  }

  boolean isIdle() {
    return waiting.isEmpty() && underWay == 0;
  }
}
