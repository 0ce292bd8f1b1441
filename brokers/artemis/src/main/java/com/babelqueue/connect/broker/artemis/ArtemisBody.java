package com.babelqueue.connect.broker.artemis;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.qpid.jms.provider.amqp.message.AmqpCodec;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.codec.AMQPDefinedTypes;
import org.apache.qpid.proton.codec.DecoderImpl;
import org.apache.qpid.proton.codec.EncoderImpl;
import org.apache.qpid.proton.codec.ReadableBuffer;

/**
 * Takes the body's bytes out of a message, whatever its type (ART-7).
 *
 * <p>Text becomes UTF-8. Bytes stay as they are, and so does what a Java serializer wrote into an
 * ObjectMessage: nothing is ever deserialized. Any other body (map, stream, a single AMQP value)
 * becomes its section in AMQP 1.0's own encoding, which no JSON reader takes for an envelope. No
 * body is no bytes. Of a body in several data sections the client keeps the last only. Stateless;
 * for any thread.
 */
public final class ArtemisBody {
  private static final byte[] NONE = new byte[0];

  private ArtemisBody() {}

  /**
   * The body's bytes.
   *
   * @param message as the client delivers it
   */
  public static byte[] of(Message message) {
    try {
      if (message instanceof TextMessage text) {
        String body = text.getText();
        return body == null ? NONE : body.getBytes(StandardCharsets.UTF_8);
      }
      if (message instanceof BytesMessage bytes) {
        byte[] body = bytes.getBody(byte[].class);
        return body == null ? NONE : body;
      }
    } catch (JMSException e) {
      // Text that is not in its charset, or a section that the type does not promise: as it came.
    }
    return raw(section(message));
  }

  private static byte[] raw(Section body) {
    if (body instanceof Data data) {
      return data.getValue() == null ? NONE : ArtemisHeaders.bytes(data.getValue());
    }
    if (body instanceof AmqpValue value) {
      if (value.getValue() == null) {
        return NONE;
      }
      if (value.getValue() instanceof Binary binary) {
        return ArtemisHeaders.bytes(binary);
      }
    }
    return body == null ? NONE : encoded(body);
  }

  /** The client keeps the section to itself but writes it out, last but for a footer. */
  private static Section section(Message message) {
    ByteBuffer encoded = AmqpCodec.encodeMessage(ArtemisHeaders.facade(message)).nioBuffer();
    DecoderImpl decoder = new DecoderImpl();
    AMQPDefinedTypes.registerAllTypes(decoder, new EncoderImpl(decoder));
    ReadableBuffer buffer = ReadableBuffer.ByteBufferReader.wrap(encoded);
    decoder.setBuffer(buffer);
    while (buffer.hasRemaining()) {
      Section section = (Section) decoder.readObject();
      switch (section.getType()) {
        case Data, AmqpSequence, AmqpValue -> {
          return section;
        }
        default -> {
          // Header, annotations and properties stand before the body.
        }
      }
    }
    return null;
  }

  private static byte[] encoded(Section body) {
    DecoderImpl decoder = new DecoderImpl();
    EncoderImpl encoder = new EncoderImpl(decoder);
    AMQPDefinedTypes.registerAllTypes(decoder, encoder);
    for (int size = 1024; ; size = size * 2) {
      ByteBuffer buffer = ByteBuffer.allocate(size);
      encoder.setByteBuffer(buffer);
      try {
        encoder.writeObject(body);
        return Arrays.copyOf(buffer.array(), buffer.position());
      } catch (BufferOverflowException e) {
        // Larger than that: tried again with twice the room.
      }
    }
  }
}
