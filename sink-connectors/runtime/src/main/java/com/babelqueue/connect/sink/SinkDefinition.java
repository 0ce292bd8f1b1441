package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.ConnectionKeys;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * Describes the settings of {@link SinkConfig} to Connect: types, defaults, limits and what a user
 * reads about each. Stateless.
 */
final class SinkDefinition {
  private SinkDefinition() {}

  static ConfigDef addTo(ConfigDef def) {
    flow(def);
    failure(def);
    headers(def);
    return def;
  }

  private static void flow(ConfigDef def) {
    ConfigSection flow =
        new ConfigSection(def, "Flow")
            .key(
                SinkConfig.MAX_IN_FLIGHT_MESSAGES,
                Type.INT,
                1000,
                Range.between(1, 60_000),
                Importance.MEDIUM,
                "Messages in flight",
                "The most messages one task has sent and not yet seen confirmed. A crash leaves at most so many "
                    + "duplicates.")
            .key(
                SinkConfig.MAX_IN_FLIGHT_BYTES,
                Type.LONG,
                64L * 1024 * 1024,
                Range.atLeast(1024),
                Importance.MEDIUM,
                "Bytes in flight",
                "The most bytes of messages one task has sent and not yet seen confirmed; a single larger message "
                    + "travels alone.")
            .key(
                SinkConfig.SEND_TIMEOUT,
                Type.LONG,
                30_000L,
                Range.atLeast(100),
                Importance.LOW,
                "Confirmation timeout",
                "How long in ms the broker may take to confirm a message. After that the connection counts as lost, and "
                    + "what was not confirmed is sent again.");
    ConnectionKeys.addTo(flow);
  }

  private static void failure(ConfigDef def) {
    new ConfigSection(def, "Failure")
        .key(
            SinkConfig.POISON_POLICY,
            Type.STRING,
            "dead-letter",
            SinkConfig.POISON_POLICIES,
            Importance.HIGH,
            "Poison records",
            "What happens to a record that is not an acceptable envelope or that the version gate refuses: dead-letter "
                + "(the way of every record that the broker can never take), fail (stop the task) or forward (send the "
                + "value raw, without native projection).")
        .key(
            SinkConfig.NULL_VALUES,
            Type.STRING,
            "skip",
            SinkConfig.NULL_VALUES_SETTING,
            Importance.MEDIUM,
            "Records without a value",
            "What happens to a record with a null value (a tombstone), which no queue can carry: skip, dead-letter or "
                + "fail.");
  }

  private static void headers(ConfigDef def) {
    new ConfigSection(def, "Headers")
        .key(
            SinkConfig.HEADERS_INCLUDE,
            Type.LIST,
            List.of("*"),
            null,
            Importance.LOW,
            "Headers carried",
            "Record headers to carry, as names in which * stands for any text. The bq- headers of the contract are "
                + "never copied, since the broker's own projection replaces them.")
        .key(
            SinkConfig.HEADERS_EXCLUDE,
            Type.LIST,
            List.of(),
            null,
            Importance.LOW,
            "Headers left behind",
            "Record headers to leave behind, as names in which * stands for any text. Stronger than "
                + SinkConfig.HEADERS_INCLUDE
                + ".");
  }
}
