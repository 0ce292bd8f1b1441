package com.babelqueue.connect.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;

/**
 * A record's value as the bytes of an envelope, and a changed envelope as a value of the same kind.
 *
 * <p>Bytes, {@link ByteBuffer} and String hold the bytes themselves. A schemaless Map or a {@link
 * Struct} is written as compact JSON: known keys in contract order, then the rest; Decimal without
 * an exponent, Timestamp as milliseconds since the epoch, Date as days since the epoch, Time as
 * milliseconds since midnight, bytes as base64 text. That form does not preserve number lexemes the
 * value no longer holds.
 *
 * <p>For one thread. Errors are {@link DataException}s that name record and type, never the value.
 */
public final class RecordBody {
  private static final String ATTEMPTS = "attempts";

  private final Object value;
  private final ConnectRecord<?> record;
  private final byte[] bytes;

  private RecordBody(ConnectRecord<?> record) {
    this.record = record;
    this.value = record.value();
    this.bytes = encode();
  }

  /**
   * The body of a record whose value is not null.
   *
   * @throws DataException when the value is of another type, or holds something without a JSON form
   */
  public static RecordBody of(ConnectRecord<?> record) {
    return new RecordBody(record);
  }

  /** The bytes to scan; shared with the value where that is a byte array. */
  public byte[] bytes() {
    return bytes;
  }

  private byte[] encode() {
    if (value instanceof byte[] array) {
      return array;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    try {
      if (value instanceof Map<?, ?> map) {
        return JsonEncoder.envelope(map);
      }
      if (value instanceof Struct struct) {
        return JsonEncoder.envelope(struct);
      }
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "The value at " + location() + " is no envelope: " + e.getMessage(), e);
    }
    throw new DataException(
        "The value at "
            + location()
            + " must be bytes, a String, a Map or a Struct that holds an envelope, but is "
            + (value == null ? "null" : value.getClass().getName()));
  }

  /**
   * The value with another attempts counter: spliced bytes of the same representation, or a copy of
   * the Map or Struct.
   *
   * @param envelope the scanned {@link #bytes()}
   * @return the value itself when the counter is that already
   * @throws DataException when a Struct's schema has no integer field {@code attempts} that can
   *     hold it
   */
  public Object withAttempts(Envelope envelope, int attempts) {
    if (envelope.attempts() == attempts) {
      return value;
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new LinkedHashMap<>(map);
      copy.put(
          ATTEMPTS, map.get(ATTEMPTS) instanceof Integer ? attempts : (Object) (long) attempts);
      return copy;
    }
    if (value instanceof Struct struct) {
      return withAttempts(struct, attempts);
    }
    return withBytes(envelope.edit().attempts(attempts).toBytes());
  }

  private Struct withAttempts(Struct struct, int attempts) {
    Struct copy = new Struct(struct.schema());
    for (Field field : struct.schema().fields()) {
      copy.put(field, struct.get(field));
    }
    Field field = struct.schema().field(ATTEMPTS);
    Object typed = field == null ? null : typed(field, attempts);
    if (typed == null) {
      throw new DataException(
          "The Struct at "
              + location()
              + " has no integer field attempts that can hold "
              + attempts);
    }
    return copy.put(field, typed);
  }

  private static Object typed(Field field, int attempts) {
    return switch (field.schema().type()) {
      case INT8 -> attempts <= Byte.MAX_VALUE ? (Object) (byte) attempts : null;
      case INT16 -> attempts <= Short.MAX_VALUE ? (Object) (short) attempts : null;
      case INT32 -> attempts;
      case INT64 -> (long) attempts;
      default -> null;
    };
  }

  /**
   * A changed body as a value of the same representation.
   *
   * @return the value itself when {@code changed} is the array of {@link #bytes()}
   * @throws DataException when the value is a Map or Struct, which cannot take bytes
   */
  public Object withBytes(byte[] changed) {
    if (changed == bytes) {
      return value;
    }
    if (value instanceof byte[]) {
      return changed;
    }
    if (value instanceof ByteBuffer) {
      return ByteBuffer.wrap(changed);
    }
    if (value instanceof String) {
      return new String(changed, StandardCharsets.UTF_8);
    }
    throw new DataException(
        "The value at "
            + location()
            + " is a "
            + value.getClass().getName()
            + ", not bytes or text");
  }

  /** Made for errors only; the text would cost more than reading a small envelope. */
  private String location() {
    return RecordLocation.of(record);
  }
}
