package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.NativeHeader;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal128;
import org.apache.qpid.proton.amqp.Decimal32;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;

/**
 * Turns AMQP application properties, which JMS calls properties, into the plain types of {@link
 * NativeHeader} without loss: unsigned numbers become the next larger signed ones, symbols and
 * characters text.
 *
 * <p>JMS allows no hyphen in a name, so {@code bq-replay-bypass} travels as {@code
 * bq_replay_bypass} and gets its own name back (HDR-11). No other name is mapped back, since an
 * underscore may be a name's own. Stateless; for any thread.
 */
public final class ArtemisHeaders {
  private static final Map<String, String> OWN_NAMES =
      Map.of("bq_replay_bypass", "bq-replay-bypass");

  private ArtemisHeaders() {}

  /**
   * Reads a message's properties.
   *
   * @param message as the client delivers it
   * @return its headers in the order of their names, since AMQP keeps none
   */
  public static List<NativeHeader> read(Message message) {
    AmqpJmsMessageFacade facade = facade(message);
    List<NativeHeader> headers = new ArrayList<>();
    for (String name : facade.getApplicationPropertyNames(new TreeSet<>())) {
      headers.add(
          new NativeHeader(OWN_NAMES.getOrDefault(name, name), plain(property(facade, name))));
    }
    return headers;
  }

  /** What the client holds of a message behind the JMS interface. */
  static AmqpJmsMessageFacade facade(Message message) {
    return (AmqpJmsMessageFacade) ((JmsMessage) message).getFacade();
  }

  /** Null where the property has no value or cannot be read. */
  private static Object property(AmqpJmsMessageFacade facade, String name) {
    try {
      return facade.getApplicationProperty(name);
    } catch (JMSException e) {
      return null;
    }
  }

  /** A value of AMQP as a plain one; null stays null. */
  static Object plain(Object value) {
    if (value instanceof UnsignedByte number) {
      return number.intValue();
    }
    if (value instanceof UnsignedShort number) {
      return number.intValue();
    }
    if (value instanceof UnsignedInteger number) {
      return number.longValue();
    }
    if (value instanceof UnsignedLong number) {
      return unsigned(number.bigIntegerValue());
    }
    if (value instanceof Symbol || value instanceof Character) {
      return value.toString();
    }
    if (value instanceof Binary binary) {
      return bytes(binary);
    }
    if (value instanceof Date time) {
      return time.toInstant();
    }
    if (value instanceof Decimal32 || value instanceof Decimal64 || value instanceof Decimal128) {
      // The client decodes their bits only, which text shows as well as any number could.
      return value.toString();
    }
    return value;
  }

  static byte[] bytes(Binary binary) {
    byte[] bytes = new byte[binary.getLength()];
    System.arraycopy(binary.getArray(), binary.getArrayOffset(), bytes, 0, bytes.length);
    return bytes;
  }

  private static Object unsigned(BigInteger number) {
    return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
  }
}
