package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.PayloadReader;
import com.babelqueue.connect.envelope.PayloadReader.InexactNumbers;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.RecordLocation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;

/**
 * Replaces an envelope by its {@code data}, for connectors that know nothing of envelopes, and
 * keeps the contract's fields as headers (contract 3.6).
 *
 * <p>Text and bytes are the data as it stands in the envelope. A Map or Struct holds Java numbers;
 * one that they cannot hold exactly is never changed in silence (NUM-1, NUM-4, NUM-5), see {@code
 * inexact.numbers}. For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class ExtractPayload<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Replace the BabelQueue envelope in the record value by its data, as JSON text, a schemaless map or"
          + " a Struct, and keep the fields of the contract as headers.";

  private static final String FORMAT = "format";
  private static final String HEADERS = "headers";
  private static final String NO_SCHEMA = "no.schema";
  private static final String UNKNOWN_MEMBERS = "unknown.members";
  private static final String INEXACT_NUMBERS = "inexact.numbers";
  private static final EnumSetting<Format> FORMAT_SETTING = EnumSetting.of(Format.class);
  private static final EnumSetting<NoSchema> NO_SCHEMA_SETTING = EnumSetting.of(NoSchema.class);
  private static final EnumSetting<UnknownMembers> UNKNOWN_MEMBERS_SETTING =
      EnumSetting.of(UnknownMembers.class);
  private static final EnumSetting<InexactNumbers> INEXACT_NUMBERS_SETTING =
      EnumSetting.of(InexactNumbers.class);

  private enum Format {
    TEXT,
    BYTES,
    MAP,
    STRUCT
  }

  private enum NoSchema {
    FAIL,
    PASS
  }

  private enum UnknownMembers {
    DROP,
    FAIL
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      baseConfig()
          .define(
              FORMAT,
              ConfigDef.Type.STRING,
              EnumSetting.text(Format.TEXT),
              FORMAT_SETTING,
              ConfigDef.Importance.HIGH,
              "What the value becomes: text and bytes are the JSON of data as it was written, map is"
                  + " a map without schema, struct is a Struct by the schema of the URN.")
          .define(
              HEADERS,
              ConfigDef.Type.BOOLEAN,
              true,
              ConfigDef.Importance.MEDIUM,
              "Whether the six bq- headers are set from the envelope, with bq-attempts as the record"
                  + " has it when that is a non-negative integer. meta.queue has no header, and"
                  + " meta.created_at is the record's timestamp: ProjectHeaders before this sets it.")
          .define(
              PayloadSchemas.DIRECTORY,
              ConfigDef.Type.STRING,
              null,
              ConfigDef.Importance.HIGH,
              "Directory of the payload schemas for format=struct, the same as ValidatePayload reads."
                  + " Properties with a type become fields; those without one are text that holds"
                  + " JSON.")
          .define(
              NO_SCHEMA,
              ConfigDef.Type.STRING,
              EnumSetting.text(NoSchema.FAIL),
              NO_SCHEMA_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens with format=struct to a message whose URN has no schema with properties:"
                  + " fail raises an error, pass leaves the record as it is.")
          .define(
              UNKNOWN_MEMBERS,
              ConfigDef.Type.STRING,
              EnumSetting.text(UnknownMembers.DROP),
              UNKNOWN_MEMBERS_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens with format=struct to a member of data that the schema does not name:"
                  + " drop leaves it out, so that a producer may add members, fail raises an error.")
          .define(
              INEXACT_NUMBERS,
              ConfigDef.Type.STRING,
              EnumSetting.text(InexactNumbers.FAIL),
              INEXACT_NUMBERS_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens to a number that neither a 64-bit integer nor a double holds exactly: fail"
                  + " raises an error, text gives its digits as text (in a Struct all number fields"
                  + " are text then), round gives the nearest double (an integer field of a Struct"
                  + " fails all the same). Not for format=text and bytes, which keep every digit.");

  private final Map<String, Schema> structs = new HashMap<>();
  private Format format = Format.TEXT;
  private boolean headers = true;
  private NoSchema noSchema = NoSchema.FAIL;
  private PayloadReader reader;

  @Override
  void configure(AbstractConfig config) {
    format = FORMAT_SETTING.parse(FORMAT, config.getString(FORMAT));
    headers = config.getBoolean(HEADERS);
    noSchema = NO_SCHEMA_SETTING.parse(NO_SCHEMA, config.getString(NO_SCHEMA));
    InexactNumbers numbers =
        INEXACT_NUMBERS_SETTING.parse(INEXACT_NUMBERS, config.getString(INEXACT_NUMBERS));
    UnknownMembers unknown =
        UNKNOWN_MEMBERS_SETTING.parse(UNKNOWN_MEMBERS, config.getString(UNKNOWN_MEMBERS));
    reader = new PayloadReader(numbers, unknown == UnknownMembers.DROP);
    structs.clear();
    if (format == Format.STRUCT) {
      deriveStructs(config.getString(PayloadSchemas.DIRECTORY), numbers == InexactNumbers.TEXT);
    }
  }

  private void deriveStructs(String directory, boolean numbersAsText) {
    if (directory == null) {
      throw new ConfigException(
          PayloadSchemas.DIRECTORY, directory, "must be set for format=struct");
    }
    StructSchemas derivation = new StructSchemas(numbersAsText);
    PayloadReader json = new PayloadReader(InexactNumbers.TEXT, true);
    PayloadSchemas schemas = PayloadSchemas.load(directory);
    for (String urn : schemas.urns()) {
      Schema schema = derivation.of(urn, json.map(schemas.json(urn)));
      if (schema != null) {
        structs.put(urn, schema);
      }
    }
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    try {
      return switch (format) {
        case TEXT ->
            extracted(
                record,
                envelope,
                Schema.STRING_SCHEMA,
                new String(PayloadReader.bytes(envelope), StandardCharsets.UTF_8));
        case BYTES ->
            extracted(record, envelope, Schema.BYTES_SCHEMA, PayloadReader.bytes(envelope));
        case MAP -> extracted(record, envelope, null, reader.map(envelope));
        case STRUCT -> struct(record, envelope);
      };
    } catch (IllegalArgumentException e) {
      throw failure(record, e.getMessage(), e);
    }
  }

  private R struct(R record, Envelope envelope) {
    Schema schema = structs.get(envelope.urn());
    if (schema != null) {
      return extracted(record, envelope, schema, reader.struct(envelope, schema));
    }
    if (noSchema == NoSchema.FAIL) {
      throw failure(record, "has no schema with properties for its URN", null);
    }
    return record;
  }

  private R extracted(R record, Envelope envelope, Schema schema, Object value) {
    Headers changed = record.headers();
    if (headers) {
      changed = changed.duplicate();
      int attempts =
          AttemptsRule.KAFKA.reconcile(
              envelope.attempts(), HeaderText.last(changed, ContractHeaders.ATTEMPTS));
      ContractHeaders.PROJECTED.forEach(changed::remove);
      Headers projected = changed;
      ContractHeaders.project(
          envelope, attempts, (name, text) -> headerType().add(projected, name, text));
    }
    return ChangedRecord.value(record, schema, value, changed);
  }

  private static DataException failure(ConnectRecord<?> record, String fault, Exception cause) {
    return new DataException(
        "The data of the envelope at " + RecordLocation.of(record) + " " + fault, cause);
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
