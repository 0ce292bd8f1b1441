package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.RecordLocation;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a validating transform does with a record that it refuses: fail, drop it, or route it, with
 * nothing else of it changed, to another topic (POI-2). Immutable; for any thread.
 */
final class RefusedRecords {
  static final String BEHAVIOR = "behavior";
  static final String ROUTE_TOPIC = "route.topic";

  private static final Logger LOG = LoggerFactory.getLogger(RefusedRecords.class);
  private static final String TOPIC_VARIABLE = "${topic}";
  private static final EnumSetting<Behavior> BEHAVIOR_SETTING = EnumSetting.of(Behavior.class);

  private enum Behavior {
    FAIL,
    DROP,
    ROUTE
  }

  private final Behavior behavior;
  private final String routeTopic;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   * @throws ConfigException naming the setting at fault
   */
  RefusedRecords(AbstractConfig config) {
    behavior = BEHAVIOR_SETTING.parse(BEHAVIOR, config.getString(BEHAVIOR));
    routeTopic = config.getString(ROUTE_TOPIC);
    if (AsciiWhitespace.isBlank(routeTopic)) {
      throw new ConfigException(ROUTE_TOPIC, routeTopic, "must not be blank");
    }
  }

  /** Adds the two keys. */
  static ConfigDef define(ConfigDef def) {
    return def.define(
            BEHAVIOR,
            ConfigDef.Type.STRING,
            EnumSetting.text(Behavior.FAIL),
            BEHAVIOR_SETTING,
            ConfigDef.Importance.HIGH,
            "What happens to a record that is refused: fail raises an error, drop forgets the"
                + " record, route sends it to route.topic.")
        .define(
            ROUTE_TOPIC,
            ConfigDef.Type.STRING,
            TOPIC_VARIABLE + ".dlq",
            new ConfigDef.NonEmptyString(),
            ConfigDef.Importance.MEDIUM,
            "Topic of routed records; ${topic} stands for the topic of the record.");
  }

  /**
   * Disposes of a record.
   *
   * @param reason completes "The record at … " and names no content of it
   * @return the record on its other topic, or null when it is dropped
   * @throws DataException when refused records are to fail
   */
  <R extends ConnectRecord<R>> R refuse(R record, String reason) {
    if (behavior == Behavior.FAIL) {
      throw new DataException("The record at " + RecordLocation.of(record) + " " + reason);
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} the record at {}, which {}",
          behavior == Behavior.DROP ? "Dropping" : "Routing",
          RecordLocation.of(record),
          reason);
    }
    if (behavior == Behavior.DROP) {
      return null;
    }
    return record.newRecord(
        routeTopic.replace(TOPIC_VARIABLE, record.topic()),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        record.value(),
        record.timestamp(),
        record.headers());
  }
}
