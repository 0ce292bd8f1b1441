package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.CompactJson;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.StructuredEnvelope;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;

/**
 * Gives an acceptable envelope the form that a producer must write: without the five forbidden keys
 * (FORB-3), with its identity in {@code job} only (ALIAS-5) and, when told, without insignificant
 * white space (ENC-1). Everything else stays as it was, unknown keys and number lexemes included
 * (UNK-1, NUM-5).
 *
 * <p>Idempotent: a record whose envelope has the form already is passed on as the same object. For
 * one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class NormalizeEnvelope<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Remove the forbidden keys from the BabelQueue envelope in the record value and write its identity"
          + " as job only; everything else of the value stays as it is.";

  private static final String COMPACT = "compact";

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      headerlessConfig()
          .define(
              COMPACT,
              ConfigDef.Type.BOOLEAN,
              false,
              ConfigDef.Importance.LOW,
              "Whether insignificant white space is taken out of a value that is bytes or text. A Map"
                  + " or Struct has none.");

  private final StructuredEnvelope structured = new StructuredEnvelope();
  private boolean compact;

  @Override
  void configure(AbstractConfig config) {
    compact = config.getBoolean(COMPACT);
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    Object value = record.value();
    Object normalized =
        StructuredEnvelope.isStructured(value)
            ? structured.normalized(value)
            : body.withBytes(normalized(envelope));
    if (normalized == value) {
      return record;
    }
    Schema schema = StructuredEnvelope.schemaOf(normalized);
    return ChangedRecord.value(
        record, schema == null ? record.valueSchema() : schema, normalized, record.headers());
  }

  private byte[] normalized(Envelope envelope) {
    byte[] normalized = envelope.edit().removeForbiddenKeys().urnToJob().toBytes();
    return compact ? CompactJson.of(normalized) : normalized;
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
