package com.babelqueue.connect.broker.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.envelope.RecordLocation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A consumed record as bytes, to be written somewhere else without losing any (REI-4, KFK-2,
 * POI-2): null stays null, empty stays empty, and headers keep their order, repetition and bytes.
 *
 * <p>For one thread.
 */
public final class CarriedRecord {
  private final byte[] key;
  private final byte[] value;
  private final List<Header> headers;

  private CarriedRecord(byte[] key, byte[] value, List<Header> headers) {
    this.key = key;
    this.value = value;
    this.headers = headers;
  }

  /**
   * Takes a record as its converters gave it: bytes as they are, text as UTF-8.
   *
   * @throws DataException when a converter made something else of key, value or a header, which
   *     names the record and the converter's setting
   */
  public static CarriedRecord of(SinkRecord record) {
    List<Header> headers = new ArrayList<>();
    for (org.apache.kafka.connect.header.Header header : record.headers()) {
      headers.add(new Carried(header.key(), bytes(header.value(), record, "header.converter")));
    }
    return new CarriedRecord(
        bytes(record.key(), record, "key.converter"),
        bytes(record.value(), record, "value.converter"),
        headers);
  }

  private static byte[] bytes(Object from, SinkRecord record, String converter) {
    if (from == null || from instanceof byte[]) {
      return (byte[]) from;
    }
    if (from instanceof ByteBuffer buffer) {
      byte[] copy = new byte[buffer.remaining()];
      buffer.duplicate().get(copy);
      return copy;
    }
    if (from instanceof String text) {
      return text.getBytes(UTF_8);
    }
    throw new DataException(
        "The record at "
            + RecordLocation.of(record)
            + " cannot be carried byte for byte, since "
            + converter
            + " made a "
            + from.getClass().getSimpleName()
            + " of it; use org.apache.kafka.connect.converters.ByteArrayConverter");
  }

  /** The key; null when the record has none. */
  public byte[] key() {
    return key;
  }

  /** The value; null for a tombstone. */
  public byte[] value() {
    return value;
  }

  /** The headers in their order. */
  public List<Header> headers() {
    return List.copyOf(headers);
  }

  /**
   * The text of the last header of a name (KFK-5).
   *
   * @return null when there is none, or its value is null
   */
  public String header(String name) {
    byte[] last = null;
    for (Header header : headers) {
      if (header.key().equals(name)) {
        last = header.value();
      }
    }
    return last == null ? null : new String(last, UTF_8);
  }

  /** A header to be written; the value may be null. */
  public static Header header(String name, byte[] value) {
    return new Carried(name, value);
  }

  /** Replaces every header of a name by one, at the end. */
  public CarriedRecord set(String name, String text) {
    drop(name);
    headers.add(new Carried(name, text.getBytes(UTF_8)));
    return this;
  }

  /** Takes every header of a name away. */
  public CarriedRecord drop(String name) {
    headers.removeIf(header -> header.key().equals(name));
    return this;
  }

  /** The same record with another value. */
  public CarriedRecord withValue(byte[] changed) {
    return new CarriedRecord(key, changed, headers);
  }

  /**
   * The record to write, with the time of the write as its timestamp (RTY-6, KFK-9) and its
   * partition by key.
   */
  public ProducerRecord<byte[], byte[]> to(String topic) {
    return new ProducerRecord<>(topic, null, null, key, value, headers);
  }

  private static final class Carried implements Header {
    private final String name;
    private final byte[] value;

    Carried(String name, byte[] value) {
      this.name = name;
      this.value = value;
    }

    @Override
    public String key() {
      return name;
    }

    @Override
    public byte[] value() {
      return value;
    }
  }
}
