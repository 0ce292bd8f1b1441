package com.babelqueue.connect.transforms;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * A JSON Schema of draft-07 with all of its keywords, judged by networknt's validator: for schemas
 * that this project ships. What payloads are judged by is {@link PayloadSchema}.
 *
 * <p>Fetches nothing from a network. Immutable; for any thread.
 */
final class DraftSevenSchema {
  private static final String META_SCHEMA = "http://json-schema.org/draft-07/schema#";
  private static final String PRODUCER = "producer-envelope.schema.json";

  private final Schema schema;

  private DraftSevenSchema(Schema schema) {
    this.schema = schema;
  }

  /**
   * The envelope as a producer writes it (contract 1.1, 1.8, 1.9): stricter than acceptance, for it
   * asks for {@code job}, all five meta keys, a UUID as {@code trace_id} and {@code meta.id}, and a
   * known {@code meta.lang}.
   */
  static DraftSevenSchema producerEnvelope() {
    try (InputStream in = DraftSevenSchema.class.getResourceAsStream(PRODUCER)) {
      return of(JsonTree.read(in.readAllBytes()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Any schema, its formats included. */
  static DraftSevenSchema of(JsonNode schema) {
    return new DraftSevenSchema(registry(true).getSchema(schema));
  }

  /**
   * The schema of schemas. Formats count for nothing in it, since no keyword that has one is among
   * those the contract knows (PSC-1).
   */
  static DraftSevenSchema ofSchemas() {
    return new DraftSevenSchema(registry(false).getSchema(SchemaLocation.of(META_SCHEMA)));
  }

  private static SchemaRegistry registry(boolean formats) {
    return SchemaRegistry.withDialect(
        Dialects.getDraft7(),
        builder ->
            builder.schemaRegistryConfig(
                SchemaRegistryConfig.builder()
                    .pathType(PathType.JSON_POINTER)
                    .formatAssertionsEnabled(formats)
                    .failFast(true)
                    .build()));
  }

  /** The first violation that is found; null when the value is valid. */
  SchemaViolation firstViolation(JsonNode value) {
    List<Error> errors = schema.validate(value);
    if (errors.isEmpty()) {
      return null;
    }
    Error error = errors.get(0);
    String keyword = error.getKeyword();
    return new SchemaViolation(
        error.getInstanceLocation().toString(),
        keyword,
        "required".equals(keyword) ? error.getProperty() : null);
  }
}
