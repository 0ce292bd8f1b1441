package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.RecordLocation;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.transforms.Transformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What transforms that read the envelope share: the value becomes an envelope, and a setting
 * decides about one that is not acceptable (PRJ-3, POI-1).
 *
 * <p>Configured once, then called by the one task thread that owns the chain.
 */
abstract class EnvelopeTransform<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  private static final Logger LOG = LoggerFactory.getLogger(EnvelopeTransform.class);
  private static final String UNACCEPTABLE = "unacceptable";
  private static final EnumSetting<Unacceptable> UNACCEPTABLE_SETTING =
      EnumSetting.of(Unacceptable.class);

  /** What happens to a record whose value is not an acceptable envelope. */
  enum Unacceptable {
    SKIP,
    FAIL
  }

  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private Unacceptable unacceptable = Unacceptable.SKIP;
  private HeaderType headerType = HeaderType.STRING;

  /** The settings of a transform that writes headers. */
  static ConfigDef baseConfig() {
    return HeaderType.define(headerlessConfig());
  }

  /** The settings of a transform that writes no header. */
  static ConfigDef headerlessConfig() {
    return new ConfigDef()
        .define(
            UNACCEPTABLE,
            ConfigDef.Type.STRING,
            EnumSetting.text(Unacceptable.SKIP),
            UNACCEPTABLE_SETTING,
            ConfigDef.Importance.MEDIUM,
            "What happens to a record whose value is not an acceptable envelope: skip passes it on"
                + " unchanged, fail raises an error that names the reason.");
  }

  @Override
  public final void configure(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(config(), settings, false);
    unacceptable = UNACCEPTABLE_SETTING.parse(UNACCEPTABLE, config.getString(UNACCEPTABLE));
    headerType = HeaderType.from(config);
    configure(config);
  }

  @Override
  public final R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    RecordBody body = RecordBody.of(record);
    Envelope envelope = scanner.scan(body.bytes());
    if (envelope.isAcceptable()) {
      return apply(record, body, envelope);
    }
    if (unacceptable == Unacceptable.FAIL) {
      throw new DataException(
          "The value at "
              + RecordLocation.of(record)
              + " is not an acceptable envelope: "
              + envelope.refusal().code()
              + ", "
              + envelope.refusal().description());
    }
    if (LOG.isDebugEnabled()) {
      LOG.debug(
          "Passing on the value at {} unchanged: {}",
          RecordLocation.of(record),
          envelope.refusal().code());
    }
    return record;
  }

  /** The record with what a transform may have changed. */
  static <R extends ConnectRecord<R>> R copy(
      R record, Object value, Long timestamp, Headers headers) {
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        record.valueSchema(),
        value,
        timestamp,
        headers);
  }

  /** The type of the headers to write. */
  final HeaderType headerType() {
    return headerType;
  }

  /** Takes the settings of the transform itself. */
  abstract void configure(AbstractConfig config);

  /** Transforms a record whose value is acceptable. */
  abstract R apply(R record, RecordBody body, Envelope envelope);

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void close() {}
}
