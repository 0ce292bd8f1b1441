package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.SettingsValidation;
import com.babelqueue.connect.config.PluginVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * Carries the records of retry topics back to their work topic once their tier is over, or dead
 * letters when asked to (contract 4.4 and 5.2). A sink connector, since it reads Kafka topics and
 * Connect deals out their partitions; what it writes goes to Kafka too.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public final class ReinjectSinkConnector extends SinkConnector {
  private Map<String, String> settings = Map.of();

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public ConfigDef config() {
    return ReinjectConfig.CONFIG_DEF;
  }

  @Override
  public Class<? extends Task> taskClass() {
    return ReinjectSinkTask.class;
  }

  @Override
  public void start(Map<String, String> props) {
    ReinjectConfig config = new ReinjectConfig(props);
    if (config.mode() == ReinjectConfig.Mode.RETRY) {
      RetryTopicSetup.run(config);
    }
    settings = Map.copyOf(props);
  }

  @Override
  public void stop() {
    settings = Map.of();
  }

  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (int i = 0; i < maxTasks; i++) {
      Map<String, String> task = new HashMap<>(settings);
      task.put(ReinjectConfig.TASK_ID, Integer.toString(i));
      configs.add(task);
    }
    return configs;
  }

  @Override
  public Config validate(Map<String, String> props) {
    return SettingsValidation.complete(super.validate(props), props, config(), new ReinjectRules());
  }
}
