package com.babelqueue.connect.broker;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Validates a connector's settings as a whole, the same way for sources and sinks: unknown keys
 * first, then what needs several keys, and the broker itself last and only when nothing else is
 * wrong. Stateless.
 */
public final class SettingsValidation {
  private SettingsValidation() {}

  /**
   * Adds to what every key's own validator found.
   *
   * @param byKey the result of the definition's own validation; receives the messages
   * @param props the settings as the user wrote them
   * @param def every key of the connector
   * @param rules what the connector knows beyond its definition
   * @return {@code byKey}
   */
  public static <T extends AbstractConfig> Config complete(
      Config byKey, Map<String, String> props, ConfigDef def, Rules<T> rules) {
    Problems problems = new Problems(byKey);
    UnknownSettings.in(props, def, rules.passThroughPrefixes())
        .forEach(unknown -> problems.add(unknown.key(), unknown.message()));
    rules.checkRaw(props, problems);
    if (problems.any()) {
      return byKey;
    }
    T parsed;
    try {
      parsed = rules.parse(props);
    } catch (ConfigException e) {
      problems.add(rules.address(), e.getMessage());
      return byKey;
    }
    rules.checkTogether(parsed, problems);
    if (!problems.any() && parsed.getBoolean(ConnectionKeys.VALIDATE_CONNECTION)) {
      ConnectionCheck.run(
              () -> rules.connect(parsed), rules.address(), ConnectionKeys.validateTimeout(parsed))
          .ifPresent(failure -> problems.add(failure.setting(), failure.message()));
    }
    return byKey;
  }

  /**
   * What a connector knows beyond its definition. Called by the thread that validates, except for
   * {@link #connect}.
   *
   * @param <T> the connector's parsed settings
   */
  public interface Rules<T extends AbstractConfig> {
    /** Prefixes, with their dot, of keys that go to the client's own loader unseen. */
    List<String> passThroughPrefixes();

    /** Adds what can be seen before anything is parsed. */
    void checkRaw(Map<String, String> props, Problems problems);

    /**
     * Parses settings whose keys are good one by one.
     *
     * @throws ConfigException naming the key at fault
     */
    T parse(Map<String, String> props);

    /** Adds what single-key validators cannot see. */
    void checkTogether(T parsed, Problems problems);

    /**
     * Reaches the broker, on a thread of its own that is interrupted after {@link
     * ConnectionKeys#VALIDATE_TIMEOUT}.
     *
     * @throws BrokerException naming the setting at fault, or an outage
     * @throws InterruptedException when the time is up
     */
    void connect(T parsed) throws BrokerException, InterruptedException;

    /** The key that holds the broker's address, blamed when the broker cannot be reached. */
    String address();
  }
}
