package com.babelqueue.connect.broker;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a task's counters over JMX while it runs. A registration that fails is logged and changes
 * nothing else: counters never decide over messages.
 */
public final class MetricsRegistration implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MetricsRegistration.class);

  private final MBeanServer server;

  /** Null when the registration failed. */
  private final ObjectName name;

  private MetricsRegistration(MBeanServer server, ObjectName name) {
    this.server = server;
    this.name = name;
  }

  /**
   * Shows counters until they are closed.
   *
   * @param type what they count, such as {@code source-task}
   * @param connector the connector's name
   * @param task the task's number
   * @param metrics an MXBean
   */
  public static MetricsRegistration of(String type, String connector, int task, Object metrics) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      ObjectName name =
          new ObjectName(
              "babelqueue.connect:type="
                  + type
                  + ",connector="
                  + ObjectName.quote(connector)
                  + ",task="
                  + task);
      // A task that was cancelled may still hold the name; the newer one is the one to see.
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      server.registerMBean(metrics, name);
      return new MetricsRegistration(server, name);
    } catch (JMException e) {
      LOG.warn("Counters of task {} of {} are not shown over JMX", task, connector, e);
      return new MetricsRegistration(server, null);
    }
  }

  @Override
  public void close() {
    if (name == null) {
      return;
    }
    try {
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
    } catch (JMException e) {
      LOG.debug("Counters {} were gone already", name, e);
    }
  }
}
