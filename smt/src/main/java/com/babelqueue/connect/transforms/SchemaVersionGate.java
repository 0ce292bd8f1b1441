package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.RecordLocation;
import com.babelqueue.connect.envelope.VersionGate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.transforms.Transformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps records of another schema version away, by their version header alone: the value is never
 * looked at (GATE-1 to GATE-7, GATE-11, GATE-12).
 *
 * <p>Belongs first in a chain. Records with a null value pass. For one thread at a time, as Connect
 * calls it.
 *
 * @param <R> source or sink record
 */
public final class SchemaVersionGate<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Fail on, drop or route to another topic the records whose schema version header is present, not"
          + " blank and not 1, before their value is decoded.";

  private static final Logger LOG = LoggerFactory.getLogger(SchemaVersionGate.class);
  private static final String HEADER = "header";
  private static final String BEHAVIOR = "behavior";
  private static final String ROUTE_TOPIC = "route.topic";
  private static final String TOPIC_VARIABLE = "${topic}";
  private static final EnumSetting<Behavior> BEHAVIOR_SETTING = EnumSetting.of(Behavior.class);

  private enum Behavior {
    FAIL,
    DROP,
    ROUTE
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      new ConfigDef()
          .define(
              HEADER,
              ConfigDef.Type.STRING,
              ContractHeaders.SCHEMA_VERSION,
              new ConfigDef.NonEmptyString(),
              ConfigDef.Importance.MEDIUM,
              "Header that carries the schema version. Records of other connectors may have it as"
                  + " x-schema-version (RabbitMQ) or bq_schema_version (Artemis).")
          .define(
              BEHAVIOR,
              ConfigDef.Type.STRING,
              EnumSetting.text(Behavior.FAIL),
              BEHAVIOR_SETTING,
              ConfigDef.Importance.HIGH,
              "What happens to a record of another version: fail raises an error, drop forgets the"
                  + " record, route sends it to route.topic.")
          .define(
              ROUTE_TOPIC,
              ConfigDef.Type.STRING,
              TOPIC_VARIABLE + ".dlq",
              new ConfigDef.NonEmptyString(),
              ConfigDef.Importance.MEDIUM,
              "Topic of routed records; ${topic} stands for the topic of the record.");

  private String header = ContractHeaders.SCHEMA_VERSION;
  private Behavior behavior = Behavior.FAIL;
  private String routeTopic = TOPIC_VARIABLE + ".dlq";
  private boolean retypingReported;

  @Override
  public void configure(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(CONFIG_DEF, settings, false);
    header = notBlank(config, HEADER);
    behavior = BEHAVIOR_SETTING.parse(BEHAVIOR, config.getString(BEHAVIOR));
    routeTopic = notBlank(config, ROUTE_TOPIC);
  }

  private static String notBlank(AbstractConfig config, String key) {
    String value = config.getString(key);
    if (AsciiWhitespace.isBlank(value)) {
      throw new ConfigException(key, value, "must not be blank");
    }
    return value;
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    List<Object> versions = versions(record);
    reportRetyping(versions);
    return VersionGate.passesAll(versions) ? record : refuse(record);
  }

  private List<Object> versions(R record) {
    Iterator<Header> found = record.headers().allWithName(header);
    if (!found.hasNext()) {
      return List.of();
    }
    List<Object> versions = new ArrayList<>();
    found.forEachRemaining(version -> versions.add(version.value()));
    return versions;
  }

  /** A number says that text was parsed on the way, which hides what the gate must see (CON-1). */
  private void reportRetyping(List<Object> versions) {
    if (!retypingReported && versions.stream().anyMatch(Number.class::isInstance)) {
      retypingReported = true;
      LOG.warn(
          "Header {} arrives as a number: if it was sent as text, the header.converter changes it and"
              + " the gate cannot tell 1 from 01. Use ByteArrayConverter or StringConverter.",
          header);
    }
  }

  private R refuse(R record) {
    if (behavior == Behavior.FAIL) {
      throw new DataException(
          "The record at "
              + RecordLocation.of(record)
              + " has an unsupported version in "
              + header);
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "{} the record at {}: unsupported version in {}",
          behavior == Behavior.DROP ? "Dropping" : "Routing",
          RecordLocation.of(record),
          header);
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

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void close() {}
}
