package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.BrokerChoice;
import java.util.Map;
import java.util.TreeMap;

/**
 * One broker and how both sides reach it: the SDK by an address, the connectors by settings. Owned
 * by the test thread, whichever thread started the broker.
 */
abstract class BrokerAccess implements AutoCloseable {
  private final BrokerKind kind;

  BrokerAccess(BrokerKind kind, String description) {
    this.kind = kind;
    BrokerChoice.announce(kind.label(), description);
  }

  /** Where the SDK finds it. */
  abstract Address address();

  /** Makes a queue, unless the SDK or the broker does that on first use. */
  abstract void createQueue(String queue);

  /** The settings by which a connector reaches the broker. */
  abstract Map<String, String> connection();

  /** Settings that only a sink has; none unless overridden. */
  Map<String, String> sinkOnly() {
    return Map.of();
  }

  /** The settings of a source that reads a queue. */
  final Map<String, String> source(String queue) {
    return settings(kind.sourceClass(), kind.sourceQueueKey(), queue);
  }

  /** The settings of a sink that writes a queue. */
  final Map<String, String> sink(String queue) {
    Map<String, String> settings = settings(kind.sinkClass(), kind.sinkQueueKey(), queue);
    settings.putAll(sinkOnly());
    return settings;
  }

  private Map<String, String> settings(String connector, String queueKey, String queue) {
    Map<String, String> settings = new TreeMap<>(connection());
    settings.put("connector.class", connector);
    // It has 5 s, which is too little while several brokers start on a busy machine.
    settings.put("validate.connection", "false");
    settings.put(queueKey, queue);
    return settings;
  }

  @Override
  public abstract void close();
}
