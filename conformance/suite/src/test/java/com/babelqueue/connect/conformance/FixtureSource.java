package com.babelqueue.connect.conformance;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceConnector;

/** A connector for these tests: puts the records of a file into a topic, each once. */
public final class FixtureSource extends SourceConnector {
  static final String TOPIC = "topic";
  static final String FILE = "file";
  static final String HEADER_TYPE = "header.type";

  private Map<String, String> settings = Map.of();

  @Override
  public void start(Map<String, String> props) {
    settings = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return FixtureTask.class;
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
        .define(FILE, ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "Fixtures, one a line.")
        .define(HEADER_TYPE, ConfigDef.Type.STRING, ConfigDef.Importance.HIGH, "string or bytes");
  }

  @Override
  public String version() {
    return "test";
  }
}
