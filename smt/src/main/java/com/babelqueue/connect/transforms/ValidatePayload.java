package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.Envelope;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;

/**
 * Lets only records pass whose {@code data} is valid by the schema of the message's URN, see {@link
 * PayloadSchema}. A URN without a schema passes (PSC-5). Changes nothing.
 *
 * <p>The schemas are read once, when the transform is configured. For one thread at a time, as
 * Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class ValidatePayload<R extends ConnectRecord<R>> extends ValidatingTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Fail on, drop or route to another topic the records whose BabelQueue envelope is not acceptable or"
          + " has data that the JSON Schema of its URN refuses.";

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      RefusedRecords.define(
          new ConfigDef()
              .define(
                  PayloadSchemas.DIRECTORY,
                  ConfigDef.Type.STRING,
                  ConfigDef.NO_DEFAULT_VALUE,
                  new ConfigDef.NonEmptyString(),
                  ConfigDef.Importance.HIGH,
                  "Directory of the payload schemas, on each worker: every file *.json directly in it"
                      + " is a draft-07 JSON Schema of the data of one URN, which is its $id or,"
                      + " without one, the name of the file, in which %3A may stand for a colon. Of a"
                      + " schema count const, enum, a single type, required, properties,"
                      + " additionalProperties=false, items, minLength and minimum; everything else"
                      + " is ignored. A URN without a schema passes."));

  /** By URN; filled by {@link #configure}, then only read. */
  private final Map<String, PayloadSchema> schemas = new HashMap<>();

  @Override
  void configure(AbstractConfig config) {
    String directory = config.getString(PayloadSchemas.DIRECTORY);
    PayloadSchemas files = PayloadSchemas.load(directory);
    if (files.urns().isEmpty()) {
      throw fault(directory, "holds no schema: no file ends in .json");
    }
    schemas.clear();
    DraftSevenSchema schemaOfSchemas = DraftSevenSchema.ofSchemas();
    for (String urn : files.urns()) {
      JsonNode schema;
      try {
        schema = JsonTree.read(files.json(urn));
      } catch (IOException e) {
        throw fault(directory, "holds a schema of " + urn + " that is no JSON");
      }
      SchemaViolation violation = schemaOfSchemas.firstViolation(schema);
      if (violation != null) {
        throw fault(directory, "holds a schema of " + urn + " that is none: " + violation);
      }
      schemas.put(urn, new PayloadSchema(schema));
    }
  }

  private static ConfigException fault(String directory, String fault) {
    return new ConfigException(PayloadSchemas.DIRECTORY, directory, fault);
  }

  @Override
  String faultOf(Envelope envelope) {
    PayloadSchema schema = schemas.get(envelope.urn());
    if (schema == null) {
      return null;
    }
    String refuses = "has data that the schema of " + envelope.urn() + " refuses: ";
    try {
      SchemaViolation violation =
          schema.firstViolation(
              JsonTree.read(envelope.body(), envelope.dataStart(), envelope.dataEnd()));
      return violation == null ? null : refuses + violation;
    } catch (IOException e) {
      return refuses + "a number in it is too long";
    }
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
