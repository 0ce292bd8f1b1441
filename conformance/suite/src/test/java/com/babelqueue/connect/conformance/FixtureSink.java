package com.babelqueue.connect.conformance;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/** A connector for these tests: keeps what the chain before it hands over. */
public final class FixtureSink extends SinkConnector {
  private Map<String, String> settings = Map.of();

  @Override
  public void start(Map<String, String> props) {
    settings = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return FixtureSinkTask.class;
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(settings);
  }

  @Override
  public void stop() {}

  @Override
  public ConfigDef config() {
    return new ConfigDef();
  }

  @Override
  public String version() {
    return "test";
  }
}
