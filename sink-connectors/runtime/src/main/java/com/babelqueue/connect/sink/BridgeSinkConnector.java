package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.SettingsValidation;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.config.PluginVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.sink.SinkConnector;

/**
 * The one sink connector: validates settings as a whole and gives every task the same ones, since
 * Connect deals out the partitions. A broker's connector adds its definition, its cross-key checks
 * and a way to try the connection.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public abstract class BridgeSinkConnector extends SinkConnector {
  private Map<String, String> settings = Map.of();

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  protected abstract SinkConfig configure(Map<String, String> props);

  /**
   * Adds what single-key validators cannot see. Called only when every key is good by itself.
   *
   * @param parsed the settings
   * @param problems takes one message per key at fault
   */
  protected abstract void crossCheck(SinkConfig parsed, Problems problems);

  /**
   * Reaches the broker with these settings and looks for every destination they fix. Runs on a
   * thread of its own that is interrupted when its time is up.
   *
   * @throws BrokerException naming the setting at fault, or an outage
   * @throws InterruptedException when the time is up
   */
  protected abstract void tryConnection(SinkConfig parsed)
      throws BrokerException, InterruptedException;

  /** The key that holds the broker's address, blamed when the broker cannot be reached. */
  protected abstract String addressSetting();

  /**
   * Prefixes, with their dot, of keys that go to the client's own loader unseen; none by default.
   */
  protected List<String> passThroughPrefixes() {
    return List.of();
  }

  @Override
  public final String version() {
    return PluginVersion.get();
  }

  @Override
  public final void start(Map<String, String> props) {
    configure(props);
    settings = Map.copyOf(props);
  }

  @Override
  public final void stop() {
    settings = Map.of();
  }

  @Override
  public final List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (int i = 0; i < maxTasks; i++) {
      Map<String, String> task = new HashMap<>(settings);
      task.put(SinkConfig.TASK_ID, Integer.toString(i));
      configs.add(task);
    }
    return configs;
  }

  @Override
  public final Config validate(Map<String, String> props) {
    return SettingsValidation.complete(super.validate(props), props, config(), new Rules());
  }

  private final class Rules implements SettingsValidation.Rules<SinkConfig> {
    @Override
    public List<String> passThroughPrefixes() {
      List<String> prefixes = new ArrayList<>(BridgeSinkConnector.this.passThroughPrefixes());
      prefixes.add(KafkaSettings.CLIENT_PREFIX);
      return prefixes;
    }

    @Override
    public void checkRaw(Map<String, String> props, Problems problems) {
      ConverterCheck.check(props, problems);
      KafkaChecks.checkRaw(props, problems);
    }

    @Override
    public SinkConfig parse(Map<String, String> props) {
      return configure(props);
    }

    @Override
    public void checkTogether(SinkConfig parsed, Problems problems) {
      KafkaChecks.checkTogether(parsed, problems);
      parsed.idempotency().check(problems::add);
      crossCheck(parsed, problems);
    }

    @Override
    public void connect(SinkConfig parsed) throws BrokerException, InterruptedException {
      tryConnection(parsed);
      KafkaChecks.tryConnection(parsed);
      parsed.idempotency().tryConnection();
    }

    @Override
    public String address() {
      return addressSetting();
    }
  }
}
