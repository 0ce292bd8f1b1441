package com.babelqueue.connect.sink.artemis;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.provider.amqp.message.AmqpCodec;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Properties;
import org.apache.qpid.proton.amqp.messaging.Section;
import org.apache.qpid.proton.message.Message;

/**
 * A message as clients of other languages see it: the sections of AMQP with their own types,
 * without what JMS makes of them.
 */
final class RawMessage {
  private final Message message = Message.Factory.create();

  private RawMessage(byte[] encoded) {
    message.decode(encoded, 0, encoded.length);
  }

  static RawMessage of(jakarta.jms.Message received) {
    var encoded =
        AmqpCodec.encodeMessage((AmqpJmsMessageFacade) ((JmsMessage) received).getFacade());
    byte[] bytes = new byte[encoded.readableBytes()];
    encoded.readBytes(bytes);
    return new RawMessage(bytes);
  }

  Properties properties() {
    return message.getProperties();
  }

  /** The creation time; null for none. */
  Instant createdAt() {
    return properties().getCreationTime() == null
        ? null
        : properties().getCreationTime().toInstant();
  }

  boolean isDurable() {
    return message.isDurable();
  }

  Section body() {
    return message.getBody();
  }

  Map<String, Object> applicationProperties() {
    return message.getApplicationProperties() == null
        ? Map.of()
        : message.getApplicationProperties().getValue();
  }

  /** The annotations that a producer set: without the client's and the broker's own. */
  Map<String, Object> annotations() {
    Map<String, Object> annotations = new HashMap<>();
    if (message.getMessageAnnotations() != null) {
      for (Map.Entry<Symbol, Object> entry :
          message.getMessageAnnotations().getValue().entrySet()) {
        annotations.put(entry.getKey().toString(), entry.getValue());
      }
    }
    annotations.keySet().removeAll(Set.of("x-opt-jms-msg-type", "x-opt-jms-dest"));
    return annotations;
  }
}
