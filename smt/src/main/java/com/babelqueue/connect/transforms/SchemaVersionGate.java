package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
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

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      RefusedRecords.define(
          new ConfigDef()
              .define(
                  HEADER,
                  ConfigDef.Type.STRING,
                  ContractHeaders.SCHEMA_VERSION,
                  new ConfigDef.NonEmptyString(),
                  ConfigDef.Importance.MEDIUM,
                  "Header that carries the schema version. Records of other connectors may have it as"
                      + " x-schema-version (RabbitMQ) or bq_schema_version (Artemis)."));

  private String header = ContractHeaders.SCHEMA_VERSION;
  private RefusedRecords refused;
  private boolean retypingReported;

  @Override
  public void configure(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(CONFIG_DEF, settings, false);
    header = config.getString(HEADER);
    if (AsciiWhitespace.isBlank(header)) {
      throw new ConfigException(HEADER, header, "must not be blank");
    }
    refused = new RefusedRecords(config);
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    List<Object> versions = versions(record);
    reportRetyping(versions);
    return VersionGate.passesAll(versions)
        ? record
        : refused.refuse(record, "has an unsupported version in " + header);
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
