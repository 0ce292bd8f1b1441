package com.babelqueue.connect.harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What a worker is started with: its Kafka, its plugin jars, and its settings. Each {@code with}
 * method returns a changed copy, so one value may start several workers.
 *
 * <p>Workers started from one value, or from copies of it, form one Connect group: a worker that
 * was killed is followed by one that goes on with the same connectors and offsets.
 */
public final class WorkerSettings {
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final String bootstrapServers;
  private final List<Path> plugins;
  private final Map<String, String> properties;

  private WorkerSettings(
      String bootstrapServers, List<Path> plugins, Map<String, String> properties) {
    this.bootstrapServers = bootstrapServers;
    this.plugins = plugins;
    this.properties = properties;
  }

  /**
   * Starts from the harness's defaults: a new Connect group, bytes converted as they are, plugins
   * found by their service files only, client overrides allowed, offsets flushed each second.
   */
  public static WorkerSettings of(KafkaServer kafka) {
    String group = "connect-" + UUID.randomUUID();
    Map<String, String> p = new LinkedHashMap<>();
    p.put("group.id", group);
    p.put("offset.storage.topic", group + "-offsets");
    p.put("config.storage.topic", group + "-configs");
    p.put("status.storage.topic", group + "-status");
    p.put("offset.storage.replication.factor", "1");
    p.put("config.storage.replication.factor", "1");
    p.put("status.storage.replication.factor", "1");
    p.put("offset.storage.partitions", "1");
    p.put("status.storage.partitions", "1");
    p.put("key.converter", BYTES);
    p.put("value.converter", BYTES);
    p.put("plugin.discovery", "service_load");
    p.put("connector.client.config.override.policy", "All");
    p.put("offset.flush.interval.ms", "1000");
    // The group must notice soon that a worker was killed, and give its tasks away at once.
    p.put("session.timeout.ms", "4000");
    p.put("heartbeat.interval.ms", "1000");
    p.put("scheduled.rebalance.max.delay.ms", "0");
    return new WorkerSettings(kafka.bootstrapServers(), List.of(), p);
  }

  /** Adds plugin jars; each gets a folder and class loader of its own. */
  public WorkerSettings withPlugin(Path... jars) {
    List<Path> all = new ArrayList<>(plugins);
    all.addAll(List.of(jars));
    return new WorkerSettings(bootstrapServers, List.copyOf(all), properties);
  }

  /** Lets source connectors use exactly-once delivery ({@code exactly.once.source.support}). */
  public WorkerSettings withExactlyOnce() {
    return withProperty("exactly.once.source.support", "enabled");
  }

  /** Sets any worker setting; it wins over the harness's own, converters included. */
  public WorkerSettings withProperty(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(properties);
    changed.put(key, value);
    return new WorkerSettings(bootstrapServers, plugins, changed);
  }

  List<Path> plugins() {
    return plugins;
  }

  /** Returns the worker's configuration once its port and plugin folder are known. */
  Map<String, String> workerProperties(int restPort, Path pluginPath) {
    Map<String, String> p = new LinkedHashMap<>();
    p.put("bootstrap.servers", bootstrapServers);
    p.put("listeners", "http://127.0.0.1:" + restPort);
    p.put("rest.advertised.host.name", "127.0.0.1");
    p.put("plugin.path", pluginPath.toString());
    p.putAll(properties);
    return p;
  }
}
