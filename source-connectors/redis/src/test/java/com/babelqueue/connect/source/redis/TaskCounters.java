package com.babelqueue.connect.source.redis;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** Reads what a source task in this JVM's worker shows over JMX. Any thread. */
final class TaskCounters {
  private final ObjectName task;

  private TaskCounters(ObjectName task) {
    this.task = task;
  }

  /** The counters of a connector's only task. */
  static TaskCounters of(String connector) {
    try {
      return new TaskCounters(
          new ObjectName(
              "babelqueue.connect:type=source-task,connector="
                  + ObjectName.quote(connector)
                  + ",task=0"));
    } catch (JMException e) {
      throw new IllegalArgumentException(connector, e);
    }
  }

  /** An attribute; it fails where the task does not run. */
  Object get(String attribute) {
    try {
      return ManagementFactory.getPlatformMBeanServer().getAttribute(task, attribute);
    } catch (JMException e) {
      throw new IllegalStateException(task + " shows no " + attribute, e);
    }
  }

  /** An attribute that counts by topic. */
  Map<String, Long> byTopic(String attribute) {
    Map<String, Long> counts = new TreeMap<>();
    for (Object row : ((TabularData) get(attribute)).values()) {
      CompositeData entry = (CompositeData) row;
      counts.put((String) entry.get("key"), (Long) entry.get("value"));
    }
    return counts;
  }
}
