package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.NativeHeader;
import com.rabbitmq.client.LongString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns AMQP header tables into the plain types of {@link NativeHeader} and back, without loss
 * (RMQ-5): nested tables and lists, text, byte arrays, times, decimals, numbers of every width, and
 * fields without a value.
 *
 * <p>Stateless; for any thread.
 */
public final class RabbitMqHeaders {
  /** AMQP decimals carry a signed 32-bit number and a scale of one octet. */
  private static final int MAX_DECIMAL_BITS = 31;

  private static final int MAX_DECIMAL_SCALE = 255;

  private RabbitMqHeaders() {}

  /**
   * Reads a header table.
   *
   * @param table as the client delivers it; null when the message has none
   * @return its headers sorted by name, since the client does not keep the order of the wire
   */
  public static List<NativeHeader> read(Map<String, Object> table) {
    if (table == null || table.isEmpty()) {
      return List.of();
    }
    List<NativeHeader> headers = new ArrayList<>(table.size());
    new TreeMap<>(table)
        .forEach((name, value) -> headers.add(new NativeHeader(name, plain(value))));
    return headers;
  }

  /**
   * Writes a header table; of two headers with the same name the later one wins.
   *
   * @return a table of types that the client can encode
   */
  public static Map<String, Object> write(List<NativeHeader> headers) {
    Map<String, Object> table = new LinkedHashMap<>();
    headers.forEach(header -> table.put(header.name(), amqp(header.value())));
    return table;
  }

  /** A value of the client as a plain one; null for a field without a value. */
  static Object plain(Object value) {
    if (value instanceof LongString text) {
      return text(text.getBytes());
    }
    if (value instanceof Date time) {
      return time.toInstant();
    }
    if (value instanceof List<?> list) {
      List<Object> plain = new ArrayList<>(list.size());
      list.forEach(item -> plain.add(plain(item)));
      return Collections.unmodifiableList(plain);
    }
    if (value instanceof Map<?, ?> table) {
      Map<String, Object> plain = new TreeMap<>();
      table.forEach((name, item) -> plain.put(String.valueOf(name), plain(item)));
      return Collections.unmodifiableMap(plain);
    }
    return value;
  }

  /** AMQP's long strings are bytes by definition; those that are no text stay bytes. */
  private static Object text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return bytes;
    }
  }

  /** A plain value as one the client encodes; what AMQP has no type for becomes text. */
  private static Object amqp(Object value) {
    if (value instanceof List<?> list) {
      List<Object> items = new ArrayList<>(list.size());
      list.forEach(item -> items.add(amqp(item)));
      return items;
    }
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> table = new LinkedHashMap<>();
      map.forEach((name, item) -> table.put(String.valueOf(name), amqp(item)));
      return table;
    }
    if (value instanceof Instant time) {
      // AMQP's times are whole seconds.
      return time.equals(time.truncatedTo(ChronoUnit.SECONDS)) ? Date.from(time) : time.toString();
    }
    if (value instanceof BigInteger integer) {
      return integer.bitLength() < Long.SIZE ? integer.longValue() : integer.toString();
    }
    if (value instanceof BigDecimal decimal) {
      return fits(decimal) ? decimal : decimal.toPlainString();
    }
    return isNative(value) ? value : value.toString();
  }

  private static boolean fits(BigDecimal decimal) {
    return decimal.scale() >= 0
        && decimal.scale() <= MAX_DECIMAL_SCALE
        && decimal.unscaledValue().bitLength() <= MAX_DECIMAL_BITS;
  }

  private static boolean isNative(Object value) {
    return value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof byte[]
        || value instanceof Number;
  }
}
