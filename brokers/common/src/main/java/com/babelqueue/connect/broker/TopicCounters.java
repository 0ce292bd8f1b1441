package com.babelqueue.connect.broker;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts something per topic, in the form that JMX shows. Any thread may use it. */
public final class TopicCounters {
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

  /** Adds one for a topic. */
  public void increment(String topic) {
    counters.computeIfAbsent(topic, key -> new LongAdder()).increment();
  }

  /** The counts now, in alphabetical order of the topics. */
  public Map<String, Long> snapshot() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((topic, count) -> counts.put(topic, count.sum()));
    return counts;
  }
}
