package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.idempotency.IdempotencySettings;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.config.TopicTemplate;
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
    retries(def);
    headers(def);
    return IdempotencySettings.define(def);
  }

  private static void flow(ConfigDef def) {
    ConfigSection flow =
        new ConfigSection(def, "Flow")
            .key(
                SinkConfig.MAX_IN_FLIGHT_MESSAGES,
                Type.INT,
                2000,
                Range.between(1, 60_000),
                Importance.MEDIUM,
                "Messages in flight",
                "The most messages one task has sent and not yet seen confirmed. After a lost connection at most so "
                    + "many arrive twice; after a crash also those confirmed since the last commit of offsets "
                    + "(offset.flush.interval.ms of the worker).")
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

  private static void retries(ConfigDef def) {
    ConfigSection retries =
        new ConfigSection(def, "Retries and dead letters")
            .key(
                SinkConfig.RETRY_TIERS,
                Type.LIST,
                List.of(),
                new RetryTiers.Validator(),
                Importance.MEDIUM,
                "Retry tiers",
                "After which delays a delivery that the broker refused is tried again, such as 5s,30s,5m,30m. The record "
                    + "waits in <topic>.retry.<n>, where 1 is the shortest, and the re-injection connector, with the "
                    + "same list, brings it back. Empty: it is sent again at once, before anything else to its "
                    + "destination. Needs "
                    + KafkaSettings.BOOTSTRAP_SERVERS
                    + ".")
            .key(
                SinkConfig.MAX_ATTEMPTS,
                Type.INT,
                3,
                Range.atLeast(1),
                Importance.MEDIUM,
                "Attempts",
                "How often a delivery may be refused; the last time the record goes to the dead-letter topic. Counts only "
                    + "with "
                    + SinkConfig.RETRY_TIERS
                    + ".")
            .key(
                SinkConfig.DEAD_LETTER_TOPIC,
                Type.STRING,
                TopicTemplate.DEFAULT_DEAD_LETTER_TOPIC,
                new TopicTemplate.Validator(SinkConfig.DEAD_LETTER_VARIABLES),
                Importance.MEDIUM,
                "Dead-letter topic",
                "The topic for records that can never be sent, or not within their attempts: a name, or a template with "
                    + "${topic}. Written only with "
                    + KafkaSettings.BOOTSTRAP_SERVERS
                    + "; without it Connect's own errors.* settings decide about such records.");
    KafkaSettings.addTo(
        retries,
        "",
        "retries and dead letters; empty: it writes none, and records that can never be sent go the way of "
            + "Connect's errors.* settings");
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
