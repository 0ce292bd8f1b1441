package com.babelqueue.connect.conformance;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/**
 * Keeps records for the test, which runs in the same JVM: this class is on the class path and not
 * in a plugin, so worker and test see the same one.
 */
public final class FixtureSinkTask extends SinkTask {
  /** By connector; written by tasks, read by tests. */
  private static final Map<String, List<SinkRecord>> RECEIVED = new ConcurrentHashMap<>();

  private List<SinkRecord> received = List.of();

  /** What the task of a connector has got so far; grows. */
  static List<SinkRecord> received(String connector) {
    return RECEIVED.computeIfAbsent(connector, name -> new CopyOnWriteArrayList<>());
  }

  @Override
  public void start(Map<String, String> props) {
    received = received(props.get("name"));
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    received.addAll(records);
  }

  @Override
  public void stop() {}

  @Override
  public String version() {
    return "test";
  }
}
