package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.config.EnumSetting;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/** Defines the keys of {@link ReinjectConfig}. Stateless. */
final class ReinjectDefinition {
  static final EnumSetting<ReinjectConfig.Mode> MODES = EnumSetting.of(ReinjectConfig.Mode.class);

  static final EnumSetting<ReinjectConfig.RecordTime> TIMESTAMPS =
      EnumSetting.of(ReinjectConfig.RecordTime.class);

  private ReinjectDefinition() {}

  static ConfigDef create() {
    ConfigDef def = new ConfigDef();
    defineTopics(def);
    defineRedrive(def);
    ConnectionKeys.addTo(
        KafkaSettings.addTo(
            new ConfigSection(def, "Kafka"),
            ConfigDef.NO_DEFAULT_VALUE,
            "records back to their topics"));
    return def;
  }

  private static void defineTopics(ConfigDef def) {
    new ConfigSection(def, "Topics")
        .key(
            ReinjectConfig.MODE,
            Type.STRING,
            EnumSetting.text(ReinjectConfig.Mode.RETRY),
            MODES,
            Importance.HIGH,
            "Mode",
            "What the connector does. retry carries the records of retry topics, <topic>.retry.<n>,"
                + " back to their work topic once their tier is over. redrive brings the dead"
                + " letters of dead-letter topics, <topic>.dlq, back once; it ends where the topic"
                + " ended at its start. Connect's own topics or topics.regex names what is read.")
        .key(
            ReinjectConfig.TIERS,
            Type.LIST,
            List.of(),
            new RetryTiers.Validator(),
            Importance.HIGH,
            "Retry tiers",
            "How long the retry topics hold a record, the same list as in every connector and"
                + " consumer that writes to them: the shortest is <topic>.retry.1. Required in mode"
                + " retry.")
        .key(
            ReinjectConfig.CREATE_TOPICS,
            Type.BOOLEAN,
            false,
            null,
            Importance.MEDIUM,
            "Create retry topics",
            "Whether the connector creates missing retry topics when it starts, with"
                + " message.timestamp.type=LogAppendTime, as many partitions as the work topic has"
                + " and the cluster's default replication.")
        .key(
            ReinjectConfig.WORK_TOPICS,
            Type.LIST,
            List.of(),
            null,
            Importance.LOW,
            "Work topics",
            "Further topics that a record may name as the one it came from. Those that the read"
                + " topics are named after always count; a record that names any other topic goes"
                + " back to the work topic in the name of the topic it was read from.");
  }

  private static void defineRedrive(ConfigDef def) {
    new ConfigSection(def, "Redrive")
        .key(
            ReinjectConfig.REDRIVE_REASONS,
            Type.LIST,
            List.of(),
            null,
            Importance.MEDIUM,
            "Reasons",
            "The reasons of the dead letters to bring back, such as failed, unknown_urn or poison;"
                + " empty for any. What is not meant is put back at the end of its dead-letter topic"
                + " unchanged.")
        .key(
            ReinjectConfig.REDRIVE_URNS,
            Type.LIST,
            List.of("*"),
            null,
            Importance.MEDIUM,
            "URNs",
            "The URNs of the dead letters to bring back; * stands for any text.")
        .key(
            ReinjectConfig.REDRIVE_FROM,
            Type.STRING,
            "",
            new ReinjectConfig.InstantValidator(),
            Importance.MEDIUM,
            "Dead since",
            "Only dead letters whose record has this timestamp or a later one; the timestamp is that"
                + " of the write to the dead-letter topic. Empty for no bound.")
        .key(
            ReinjectConfig.REDRIVE_UNTIL,
            Type.STRING,
            "",
            new ReinjectConfig.InstantValidator(),
            Importance.MEDIUM,
            "Dead before",
            "Only dead letters whose record has an earlier timestamp. Empty for no bound.")
        .key(
            ReinjectConfig.REDRIVE_MAX,
            Type.INT,
            0,
            Range.atLeast(0),
            Importance.MEDIUM,
            "How many",
            "How many dead letters each task brings back before it stops reading; 0 for all.")
        .key(
            ReinjectConfig.REDRIVE_DRY_RUN,
            Type.BOOLEAN,
            false,
            null,
            Importance.MEDIUM,
            "Dry run",
            "Whether to count only what would be brought back: nothing is written, no offset is"
                + " committed.")
        .key(
            ReinjectConfig.REDRIVE_TOPIC,
            Type.STRING,
            "",
            null,
            Importance.MEDIUM,
            "Target topic",
            "Where all of them go. Empty for each one's own: the topic that its dead_letter block"
                + " names if that is a work topic of this connector, else the one that the"
                + " dead-letter topic is named after.")
        .key(
            ReinjectConfig.REDRIVE_BYPASS,
            Type.BOOLEAN,
            false,
            null,
            Importance.LOW,
            "Bypass duplicate checks",
            "Whether the header bq-replay-bypass asks consumers to handle a message whose id they"
                + " have seen.")
        .key(
            ReinjectConfig.REDRIVE_TIMESTAMP,
            Type.STRING,
            EnumSetting.text(ReinjectConfig.RecordTime.CREATED_AT),
            TIMESTAMPS,
            Importance.LOW,
            "Timestamp",
            "The timestamp of a redriven record: created-at is when the message was produced, as on"
                + " its first way; now keeps the retention of the topic from deleting old messages at"
                + " once.");
  }
}
