package com.babelqueue.connect.emulator.servicebus;

import com.babelqueue.connect.emulator.servicebus.BrokeredMessage.DeadLetterNote;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Header;
import org.apache.qpid.proton.amqp.messaging.MessageAnnotations;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.message.Message;

/** Bytes to messages and back, with what Service Bus adds on the way. Stateless. */
final class MessageCodec {
  /** The message format in which the SDK packs several messages into one transfer. */
  private static final int BATCH_FORMAT = 0x80013700;

  private static final Symbol SCHEDULED = Symbol.valueOf("x-opt-scheduled-enqueue-time");
  private static final int FIRST_CAPACITY = 64 * 1024;
  private static final int LARGEST_CAPACITY = 256 * 1024 * 1024;

  private MessageCodec() {}

  static Message decode(byte[] bytes) {
    Message message = Proton.message();
    message.decode(bytes, 0, bytes.length);
    return message;
  }

  /** Whatever its size: the encoder only says that its buffer was too small. */
  static byte[] encode(Message message) {
    for (int capacity = FIRST_CAPACITY; ; capacity *= 2) {
      byte[] buffer = new byte[capacity];
      try {
        return Arrays.copyOf(buffer, message.encode(buffer, 0, capacity));
      } catch (BufferOverflowException e) {
        if (capacity > LARGEST_CAPACITY) {
          throw e;
        }
      }
    }
  }

  /** The messages in one transfer. */
  static List<byte[]> unpack(int format, byte[] transfer) {
    if (format != BATCH_FORMAT) {
      return List.of(transfer);
    }
    DecoderImpl decoder = new DecoderImpl();
    AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
    ByteBuffer buffer = ByteBuffer.wrap(transfer);
    decoder.setByteBuffer(buffer);
    List<byte[]> messages = new ArrayList<>();
    while (buffer.hasRemaining()) {
      if (decoder.readObject() instanceof Data data) {
        Binary value = data.getValue();
        messages.add(
            Arrays.copyOfRange(
                value.getArray(),
                value.getArrayOffset(),
                value.getArrayOffset() + value.getLength()));
      }
    }
    return messages;
  }

  /** When a message wants to be enqueued; null for at once. */
  static Instant scheduledFor(Message message) {
    MessageAnnotations annotations = message.getMessageAnnotations();
    Object time = annotations == null ? null : annotations.getValue().get(SCHEDULED);
    return time instanceof Date date ? date.toInstant() : null;
  }

  /**
   * The message as a receiver gets it: the sender's own, the delivery count, and Service Bus's
   * annotations.
   *
   * @param lockedUntil null where nothing is locked
   */
  static byte[] outgoing(BrokeredMessage message, Instant lockedUntil) {
    Message out = decode(message.encoded());
    if (out.getHeader() == null) {
      out.setHeader(new Header());
    }
    out.setDeliveryCount(message.deliveryCount());
    Map<Symbol, Object> annotations = new HashMap<>();
    if (out.getMessageAnnotations() != null) {
      annotations.putAll(out.getMessageAnnotations().getValue());
    }
    annotations.put(Symbol.valueOf("x-opt-sequence-number"), message.sequence());
    annotations.put(Symbol.valueOf("x-opt-enqueued-time"), Date.from(message.enqueued()));
    if (lockedUntil != null) {
      annotations.put(Symbol.valueOf("x-opt-locked-until"), Date.from(lockedUntil));
    }
    out.setMessageAnnotations(new MessageAnnotations(annotations));
    addNote(out, message.deadLetterNote());
    return encode(out);
  }

  private static void addNote(Message out, DeadLetterNote note) {
    if (note == null) {
      return;
    }
    Map<String, Object> properties = new HashMap<>();
    if (out.getApplicationProperties() != null) {
      properties.putAll(out.getApplicationProperties().getValue());
    }
    if (note.reason() != null) {
      properties.put("DeadLetterReason", note.reason());
    }
    if (note.description() != null) {
      properties.put("DeadLetterErrorDescription", note.description());
    }
    out.setApplicationProperties(new ApplicationProperties(properties));
  }

  /** A lock token as a delivery tag: the first three groups of a GUID are little-endian. */
  static byte[] deliveryTag(UUID token) {
    long high = token.getMostSignificantBits();
    return ByteBuffer.allocate(2 * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (high >>> 32))
        .putShort((short) (high >>> 16))
        .putShort((short) high)
        .order(ByteOrder.BIG_ENDIAN)
        .putLong(token.getLeastSignificantBits())
        .array();
  }
}
