package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.RecordBody;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.header.Headers;

/**
 * Writes the contract's six Kafka headers from the envelope in the value, and makes {@code
 * meta.created_at} the record's timestamp (contract 3.6, PRJ-1 to PRJ-3, KFK-1).
 *
 * <p>For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class ProjectHeaders<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Set the six bq- headers of the BabelQueue contract and the record timestamp from the envelope in"
          + " the record value.";

  private static final String TIMESTAMP = "timestamp";
  private static final String ATTEMPTS = "attempts";
  private static final EnumSetting<RecordTimestamp> TIMESTAMP_SETTING =
      EnumSetting.of(RecordTimestamp.class, RecordTimestamp::text);
  private static final EnumSetting<AttemptsFrom> ATTEMPTS_SETTING =
      EnumSetting.of(AttemptsFrom.class);

  private enum RecordTimestamp {
    CREATED_AT("created_at"),
    KEEP("keep");

    private final String text;

    RecordTimestamp(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  private enum AttemptsFrom {
    BODY,
    KEEP_HEADER
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      baseConfig()
          .define(
              TIMESTAMP,
              ConfigDef.Type.STRING,
              RecordTimestamp.CREATED_AT.text(),
              TIMESTAMP_SETTING,
              ConfigDef.Importance.MEDIUM,
              "Timestamp of the record: created_at takes meta.created_at when the envelope has one,"
                  + " keep leaves the timestamp as it is.")
          .define(
              ATTEMPTS,
              ConfigDef.Type.STRING,
              EnumSetting.text(AttemptsFrom.BODY),
              ATTEMPTS_SETTING,
              ConfigDef.Importance.MEDIUM,
              "Source of bq-attempts: body takes the counter of the envelope, keep-header keeps the"
                  + " last bq-attempts header of the record when it is a non-negative integer.");

  private RecordTimestamp timestamp = RecordTimestamp.CREATED_AT;
  private AttemptsRule attemptsRule = AttemptsRule.NONE;

  @Override
  void configure(AbstractConfig config) {
    timestamp = TIMESTAMP_SETTING.parse(TIMESTAMP, config.getString(TIMESTAMP));
    AttemptsFrom from = ATTEMPTS_SETTING.parse(ATTEMPTS, config.getString(ATTEMPTS));
    attemptsRule = from == AttemptsFrom.KEEP_HEADER ? AttemptsRule.KAFKA : AttemptsRule.NONE;
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    Headers headers = record.headers().duplicate();
    int attempts =
        attemptsRule.reconcile(
            envelope.attempts(), HeaderText.last(headers, ContractHeaders.ATTEMPTS));
    ContractHeaders.PROJECTED.forEach(headers::remove);
    ContractHeaders.project(
        envelope, attempts, (name, text) -> headerType().add(headers, name, text));
    boolean stamp = timestamp == RecordTimestamp.CREATED_AT && envelope.createdAt() >= 0;
    return copy(
        record, record.value(), stamp ? (Long) envelope.createdAt() : record.timestamp(), headers);
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
