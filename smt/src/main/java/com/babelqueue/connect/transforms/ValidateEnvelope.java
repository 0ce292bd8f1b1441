package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.Envelope;
import java.io.IOException;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;

/**
 * Lets only records pass whose value is an acceptable envelope (A1 to A6) and, when told so, one
 * that a producer may write (contract 1.1, 1.8, 1.9). Changes nothing.
 *
 * <p>For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class ValidateEnvelope<R extends ConnectRecord<R>> extends ValidatingTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Fail on, drop or route to another topic the records whose value is not an acceptable BabelQueue"
          + " envelope or, with schema=producer, not one that the producer's JSON Schema allows.";

  private static final String SCHEMA = "schema";
  private static final EnumSetting<EnvelopeSchema> SCHEMA_SETTING =
      EnumSetting.of(EnvelopeSchema.class);

  private enum EnvelopeSchema {
    NONE,
    PRODUCER
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      RefusedRecords.define(
          new ConfigDef()
              .define(
                  SCHEMA,
                  ConfigDef.Type.STRING,
                  EnumSetting.text(EnvelopeSchema.NONE),
                  SCHEMA_SETTING,
                  ConfigDef.Importance.MEDIUM,
                  "What is asked for beyond the rules of acceptance: none asks for nothing more,"
                      + " producer for everything that the contract's JSON Schema demands of a"
                      + " producer: job and not only urn, attempts, all five meta keys, UUIDs as"
                      + " trace_id and meta.id, a known meta.lang, a complete dead_letter."));

  private DraftSevenSchema schema;

  @Override
  void configure(AbstractConfig config) {
    EnvelopeSchema choice = SCHEMA_SETTING.parse(SCHEMA, config.getString(SCHEMA));
    schema = choice == EnvelopeSchema.PRODUCER ? DraftSevenSchema.producerEnvelope() : null;
  }

  @Override
  String faultOf(Envelope envelope) {
    if (schema == null) {
      return null;
    }
    try {
      SchemaViolation violation = schema.firstViolation(JsonTree.read(envelope.body()));
      return violation == null
          ? null
          : "has an envelope that the producer's schema refuses: " + violation;
    } catch (IOException e) {
      return "has an envelope with a number too long for the producer's schema";
    }
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
