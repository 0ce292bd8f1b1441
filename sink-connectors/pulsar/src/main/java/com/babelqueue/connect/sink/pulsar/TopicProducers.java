package com.babelqueue.connect.sink.pulsar;

import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The producers of a session, one for each topic. Those that have had nothing to do for long are
 * closed, and so are the least recently used beyond a number. Owned by the task's thread.
 */
final class TopicProducers {
  /** Beyond these, only producers stay that have something under way. */
  static final int MOST_IDLE = 100;

  static final Duration IDLE_LIMIT = Duration.ofMinutes(5);

  private final SendingSession session;
  private final Clock clock;

  /** By full topic name, the least recently used first. */
  private final Map<String, TopicProducer> producers = new LinkedHashMap<>(16, 0.75f, true);

  TopicProducers(SendingSession session, Clock clock) {
    this.session = session;
    this.clock = clock;
  }

  /** The producer of a topic, which may have just begun to be made; a worn one is replaced. */
  TopicProducer of(String topic) {
    TopicProducer producer = producers.get(topic);
    if (producer == null || producer.isWorn()) {
      boolean batched =
          session.config().batching() != BatchingMode.NONE
              && (producer == null || producer.mayBatch());
      if (producer != null) {
        producer.retire();
      }
      producer = TopicProducer.begin(session, topic, batched);
      producers.put(topic, producer);
    }
    producer.usedAt(clock.millis());
    return producer;
  }

  /** Closes what has been idle for too long, or is one of too many. */
  void trim() {
    long longAgo = clock.millis() - IDLE_LIMIT.toMillis();
    Iterator<TopicProducer> eldest = producers.values().iterator();
    while (eldest.hasNext()) {
      TopicProducer producer = eldest.next();
      boolean tooMany = producers.size() > MOST_IDLE;
      if (!tooMany && producer.lastUsed() > longAgo) {
        return;
      }
      if (producer.isIdle()) {
        eldest.remove();
        producer.retire();
      }
    }
  }

  /** How many there are. */
  int size() {
    return producers.size();
  }
}
