package com.babelqueue.connect.broker;

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

  private ConnectionKeys() {}

  /** Adds the three keys to a section. */
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
            "Whether validation connects to the broker (for at most 5 s) and looks for the queues.");
  }
}
