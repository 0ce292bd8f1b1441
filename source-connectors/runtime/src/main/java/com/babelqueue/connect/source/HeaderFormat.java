package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.NativeText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Timestamp;

/**
 * The Java type in which header values and keys reach their converter.
 *
 * <p>It matters because converters differ in what they take and leave intact: ByteArrayConverter
 * takes bytes only, StringConverter and SimpleHeaderConverter would write a byte array's address or
 * its Base64 form, and JsonConverter keeps types (contract CON-1, DESIGN section 3 fact 10).
 */
enum HeaderFormat {
  /** Chosen by the converter's name. */
  AUTO,
  /** Strings. */
  TEXT,
  /** Byte arrays: UTF-8 text, or the very bytes of a binary header. */
  BYTES,
  /** The broker's types, as far as Connect has them; lists and tables as JSON text. */
  TYPED;

  /**
   * Settles {@link #AUTO}.
   *
   * @param converter the connector's own converter class; null when it has none
   */
  HeaderFormat resolve(String converter) {
    if (this != AUTO) {
      return this;
    }
    String name = converter == null ? "" : converter.strip();
    if (name.endsWith("ByteArrayConverter")) {
      return BYTES;
    }
    boolean text =
        name.isEmpty()
            || name.endsWith("StringConverter")
            || name.endsWith("SimpleHeaderConverter");
    return text ? TEXT : TYPED;
  }

  /** The value and schema to hand to Connect; {@code SchemaAndValue.NULL} for null. */
  SchemaAndValue encode(Object value) {
    if (value == null) {
      return SchemaAndValue.NULL;
    }
    return switch (this) {
      case BYTES ->
          new SchemaAndValue(
              Schema.BYTES_SCHEMA,
              value instanceof byte[] bytes
                  ? bytes
                  : NativeText.of(value).getBytes(StandardCharsets.UTF_8));
      case TYPED -> typed(value);
      case AUTO, TEXT -> text(value);
    };
  }

  private static SchemaAndValue text(Object value) {
    return new SchemaAndValue(Schema.STRING_SCHEMA, NativeText.of(value));
  }

  private static SchemaAndValue typed(Object value) {
    if (value instanceof Boolean) {
      return new SchemaAndValue(Schema.BOOLEAN_SCHEMA, value);
    } else if (value instanceof Byte) {
      return new SchemaAndValue(Schema.INT8_SCHEMA, value);
    } else if (value instanceof Short) {
      return new SchemaAndValue(Schema.INT16_SCHEMA, value);
    } else if (value instanceof Integer) {
      return new SchemaAndValue(Schema.INT32_SCHEMA, value);
    } else if (value instanceof Long) {
      return new SchemaAndValue(Schema.INT64_SCHEMA, value);
    } else if (value instanceof Float) {
      return new SchemaAndValue(Schema.FLOAT32_SCHEMA, value);
    } else if (value instanceof Double) {
      return new SchemaAndValue(Schema.FLOAT64_SCHEMA, value);
    } else if (value instanceof byte[]) {
      return new SchemaAndValue(Schema.BYTES_SCHEMA, value);
    } else if (value instanceof BigDecimal decimal) {
      return new SchemaAndValue(Decimal.schema(decimal.scale()), decimal);
    } else if (value instanceof Instant instant) {
      return new SchemaAndValue(Timestamp.SCHEMA, Date.from(instant));
    }
    return text(value);
  }
}
