package com.babelqueue.connect.broker.servicebus;

import com.babelqueue.connect.broker.NativeHeader;
import java.math.BigInteger;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;

/**
 * Turns values of AMQP's types, as the SDK hands them out, into the plain ones of {@link
 * NativeHeader} without loss (ASB-1: numbers stay numbers).
 *
 * <p>Unsigned integers become the next wider signed one, an unsigned long a {@code Long} or a
 * {@code BigInteger}, so that the version gate sees integral numbers (GATE-5); decimals become
 * {@code BigDecimal}, which it refuses even where they are whole. Stateless; for any thread.
 */
final class AmqpValues {
  private AmqpValues() {}

  /** A value in its plain type; null for null. */
  static Object plain(Object value) {
    if (value == null || isPlain(value)) {
      return value;
    }
    if (value instanceof Number number) {
      return plainNumber(number);
    }
    if (value instanceof Binary binary) {
      byte[] bytes = new byte[binary.getLength()];
      System.arraycopy(binary.getArray(), binary.getArrayOffset(), bytes, 0, bytes.length);
      return bytes;
    }
    if (value instanceof Date time) {
      return time.toInstant();
    }
    if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    if (value instanceof List<?> || value instanceof Object[]) {
      return list(value instanceof List<?> list ? list : List.of((Object[]) value));
    }
    // Symbols, characters, durations and addresses have no plain type; their text is their value.
    return value instanceof Map<?, ?> map ? table(map) : value.toString();
  }

  private static boolean isPlain(Object value) {
    return value instanceof String
        || value instanceof Boolean
        || value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long
        || value instanceof Float
        || value instanceof Double
        || value instanceof byte[]
        || value instanceof UUID;
  }

  private static Object plainNumber(Number value) {
    if (value instanceof UnsignedByte unsigned) {
      return unsigned.shortValue();
    }
    if (value instanceof UnsignedShort unsigned) {
      return unsigned.intValue();
    }
    if (value instanceof UnsignedInteger unsigned) {
      return unsigned.longValue();
    }
    if (value instanceof UnsignedLong unsigned) {
      BigInteger exact = unsigned.bigIntegerValue();
      return exact.bitLength() < Long.SIZE ? (Object) exact.longValue() : exact;
    }
    Object decimal = AmqpDecimals.read(value);
    return decimal == null ? value.toString() : decimal;
  }

  private static List<Object> list(List<?> values) {
    List<Object> plain = new ArrayList<>(values.size());
    values.forEach(value -> plain.add(plain(value)));
    return Collections.unmodifiableList(plain);
  }

  private static Map<String, Object> table(Map<?, ?> values) {
    Map<String, Object> plain = new LinkedHashMap<>();
    values.forEach((name, value) -> plain.put(String.valueOf(name), plain(value)));
    return Collections.unmodifiableMap(plain);
  }
}
