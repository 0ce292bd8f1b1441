package com.babelqueue.connect.broker;

import java.time.Duration;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The settings of how any connector reaches its broker again and tries it. Stateless. */
public final class ConnectionKeys {
  /** The first reconnect delay, in ms. */
  public static final String RECONNECT_BACKOFF = "reconnect.backoff.ms";

  /** The longest reconnect delay, in ms. */
  public static final String RECONNECT_BACKOFF_MAX = "reconnect.backoff.max.ms";

  /** Whether validation tries the broker. */
  public static final String VALIDATE_CONNECTION = "validate.connection";

  /** How long validation waits for the broker, in ms. */
  public static final String VALIDATE_TIMEOUT = "validate.connection.timeout.ms";

  private ConnectionKeys() {}

  /** How long validation waits for the broker. */
  public static Duration validateTimeout(AbstractConfig config) {
    return Duration.ofMillis(config.getLong(VALIDATE_TIMEOUT));
  }

  /** Adds the keys to a section. */
  public static ConfigSection addTo(ConfigSection section) {
    return section
        .key(
            RECONNECT_BACKOFF,
            Type.LONG,
            250L,
            Range.atLeast(1),
            Importance.LOW,
            "First reconnect delay",
            "The first delay in ms after a lost connection; it doubles, with jitter, up to "
                + RECONNECT_BACKOFF_MAX
                + ".")
        .key(
            RECONNECT_BACKOFF_MAX,
            Type.LONG,
            30_000L,
            Range.atLeast(1),
            Importance.LOW,
            "Longest reconnect delay",
            "The longest delay in ms between two attempts to reach the broker.")
        .key(
            VALIDATE_CONNECTION,
            Type.BOOLEAN,
            true,
            null,
            Importance.LOW,
            "Try the broker on validation",
            "Whether validation connects to the broker and looks for the queues.")
        .key(
            VALIDATE_TIMEOUT,
            Type.LONG,
            5_000L,
            Range.between(100, 60_000),
            Importance.LOW,
            "Longest try on validation",
            "How long in ms validation waits for the broker. The REST request that validates waits"
                + " with it, and the worker gives up on a request after 90 s.");
  }
}
