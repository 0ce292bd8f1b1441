package com.babelqueue.connect.harness;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/** A connector for these tests: writes the numbers from 0 into a topic, each offset its number. */
public final class CountingSource extends SourceConnector {
  static final String TOPIC = "topic";
  static final String COUNT = "count";

  private Map<String, String> settings = Map.of();

  @Override
  public void start(Map<String, String> props) {
    settings = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return CountingTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(settings);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return new ConfigDef()
        .define(TOPIC, ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "Where to write.")
        .define(
            COUNT,
            ConfigDef.Type.LONG,
            Long.MAX_VALUE,
            ConfigDef.Range.atLeast(0),
            ConfigDef.Importance.HIGH,
            "How many numbers; a task with more than it can count fails at -1.");
  }

  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> props) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public String version() {
    return "test";
  }
}
