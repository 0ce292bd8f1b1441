package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.SettingsValidation;
import com.babelqueue.connect.config.PluginVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/**
 * The one source connector: validates settings as a whole and deals the queues out to tasks. A
 * broker's connector adds its definition, its cross-key checks and a way to try the connection.
 *
 * <p>Called by the worker's herder threads, one call at a time.
 */
public abstract class BridgeSourceConnector extends SourceConnector {
  private Map<String, String> settings = Map.of();
  private SourceConfig config;

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  protected abstract SourceConfig configure(Map<String, String> props);

  /**
   * Adds what single-key validators cannot see. Called only when every key is good by itself.
   *
   * @param parsed the settings
   * @param problems takes one message per key at fault
   */
  protected abstract void crossCheck(SourceConfig parsed, Problems problems);

  /**
   * Reaches the broker with these settings and looks for the queues. Runs on a thread of its own
   * that is interrupted when its time is up.
   *
   * @throws BrokerException naming the setting at fault, or an outage
   * @throws InterruptedException when the time is up
   */
  protected abstract void tryConnection(SourceConfig parsed)
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
    settings = Map.copyOf(props);
    config = configure(props);
  }

  @Override
  public final void stop() {
    settings = Map.of();
  }

  /**
   * Deals queues out in turn. A queue is read by one task, which keeps its order, unless {@link
   * SourceConfig#CONSUMERS_PER_QUEUE} says otherwise.
   */
  @Override
  public final List<Map<String, String>> taskConfigs(int maxTasks) {
    List<String> queues = config.queues();
    int consumers = config.getInt(SourceConfig.CONSUMERS_PER_QUEUE);
    int tasks = Math.min(maxTasks, queues.size() * consumers);
    List<List<String>> dealt = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      dealt.add(new ArrayList<>());
    }
    int next = 0;
    for (int round = 0; round < consumers; round++) {
      for (String queue : queues) {
        List<String> share = dealt.get(next++ % tasks);
        if (!share.contains(queue)) {
          share.add(queue);
        }
      }
    }
    List<Map<String, String>> configs = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Map<String, String> task = new HashMap<>(settings);
      task.put(config.queuesSetting(), String.join(",", dealt.get(i)));
      task.put(SourceConfig.TASK_ID, Integer.toString(i));
      configs.add(task);
    }
    return configs;
  }

  /**
   * Queues have no offsets that Kafka could keep, so a redelivery after a crash may be a duplicate:
   * idempotency makes it rare, since ids are remembered after and not with Kafka's transaction.
   */
  @Override
  public final ExactlyOnceSupport exactlyOnceSupport(Map<String, String> props) {
    return ExactlyOnceSupport.UNSUPPORTED;
  }

  @Override
  public final Config validate(Map<String, String> props) {
    return SettingsValidation.complete(super.validate(props), props, config(), new Rules());
  }

  private final class Rules implements SettingsValidation.Rules<SourceConfig> {
    @Override
    public List<String> passThroughPrefixes() {
      return BridgeSourceConnector.this.passThroughPrefixes();
    }

    @Override
    public void checkRaw(Map<String, String> props, Problems problems) {
      ConverterCheck.check(props, problems);
    }

    @Override
    public SourceConfig parse(Map<String, String> props) {
      return configure(props);
    }

    @Override
    public void checkTogether(SourceConfig parsed, Problems problems) {
      crossCheck(parsed, problems);
      parsed.idempotency().check(problems::add);
    }

    @Override
    public void connect(SourceConfig parsed) throws BrokerException, InterruptedException {
      tryConnection(parsed);
      parsed.idempotency().tryConnection();
    }

    @Override
    public String address() {
      return addressSetting();
    }
  }
}
