package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.Envelope;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.apache.qpid.jms.message.JmsMessage;

/**
 * Makes JMS messages of envelopes: the writing side of the binding (contract 3.7).
 *
 * <p>The body is text, which AMQP carries as a string; the URN is the JMS type and, for clients of
 * other languages, an annotation as well (ART-8); {@code trace_id} is the correlation id, {@code
 * created_at} the creation time, and the rest are properties, all text (ART-1, ART-2). {@code
 * meta.id} is not projected: message ids are the client's. A body without envelope travels without
 * any projection (PRJ-3), as bytes where it is no text. For one thread.
 */
public final class ArtemisProjection {
  private static final String GROUP_PROPERTY = "JMSXGroupID";

  /** What makes the client take a correlation id for one that it has encoded itself. */
  private static final String ENCODED_ID = "ID:";

  /** What makes the client take the rest of it as the text that it is. */
  private static final String TEXT_ID = "ID:AMQP_STRING:";

  private final OutboundHeaders headers;

  /**
   * @param headers writes, and counts, what travels beside the contract
   */
  public ArtemisProjection(OutboundHeaders headers) {
    this.headers = headers;
  }

  /**
   * Makes a message without sending it.
   *
   * @param session makes the message; used on the calling thread
   * @param body the body's bytes
   * @param fields what goes with them
   */
  public Message message(Session session, byte[] body, Fields fields) throws JMSException {
    Message message = message(session, body, fields.envelope());
    headers.write(message, fields.headers(), ArtemisBinding.BINDING.contractNames());
    if (fields.envelope() != null) {
      project(message, fields.envelope(), fields.attempts());
    }
    if (fields.delay() != null) {
      message.setStringProperty(
          ArtemisBinding.DELAY_PROPERTY, Long.toString(fields.delay().toMillis()));
    }
    if (!AsciiWhitespace.isBlank(fields.group())) {
      message.setStringProperty(GROUP_PROPERTY, fields.group());
    }
    return message;
  }

  private static Message message(Session session, byte[] body, Envelope envelope)
      throws JMSException {
    String text = text(body);
    if (text == null) {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(body);
      return message;
    }
    return envelope == null
        ? session.createTextMessage(text)
        : EnvelopeMessage.of(session, text, envelope.createdAt());
  }

  private static void project(Message message, Envelope envelope, int attempts)
      throws JMSException {
    if (!AsciiWhitespace.isBlank(envelope.urn())) {
      message.setJMSType(envelope.urn());
      ((JmsMessage) message)
          .getFacade()
          .setTracingAnnotation(ArtemisBinding.TYPE_ANNOTATION, envelope.urn());
    }
    if (!AsciiWhitespace.isBlank(envelope.traceId())) {
      message.setJMSCorrelationID(correlationId(envelope.traceId()));
    }
    if (envelope.schemaVersion() > 0) {
      message.setStringProperty(
          ArtemisBinding.VERSION_PROPERTY, Integer.toString(envelope.schemaVersion()));
    }
    if (!AsciiWhitespace.isBlank(envelope.lang())) {
      message.setStringProperty(ArtemisBinding.LANGUAGE_PROPERTY, envelope.lang());
    }
    message.setStringProperty(ArtemisBinding.ATTEMPTS_PROPERTY, Integer.toString(attempts));
    message.setStringProperty(ArtemisBinding.APPLICATION_PROPERTY, ArtemisBinding.APPLICATION);
  }

  /** The client would turn {@code ID:AMQP_UUID:…} into a UUID, and cut other texts short. */
  private static String correlationId(String traceId) {
    return traceId.startsWith(ENCODED_ID) ? TEXT_ID + traceId : traceId;
  }

  /** Null when the bytes are no UTF-8. */
  private static String text(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * What a message is made of, beside its body.
   *
   * @param envelope what to project from; null for a raw body
   * @param attempts the counter to project
   * @param headers what travels beside the contract, sorted; values String or {@code byte[]}
   * @param delay how long the broker is to hold the message back; null for no delay
   * @param group the message group; null or blank for none
   */
  public record Fields(
      Envelope envelope, int attempts, List<NativeHeader> headers, Duration delay, String group) {}
}
