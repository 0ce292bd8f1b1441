package com.babelqueue.connect.emulator.servicebus;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.ApplicationProperties;
import org.apache.qpid.proton.amqp.messaging.Target;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.engine.Delivery;
import org.apache.qpid.proton.engine.Sender;
import org.apache.qpid.proton.message.Message;

/**
 * Answers requests to nodes such as {@code $cbs} on the link whose target the request names as its
 * reply address. Owned by the server's thread.
 */
final class ReplyLinks {
  static final int OK = 200;
  static final int ACCEPTED = 202;
  static final int NO_CONTENT = 204;
  static final int UNAUTHORIZED = 401;
  static final int GONE = 410;
  static final int NOT_IMPLEMENTED = 501;

  private final Map<Key, Sender> links = new HashMap<>();
  private long lastTag;

  void add(Sender link) {
    if (link.getRemoteTarget() instanceof Target target && target.getAddress() != null) {
      links.put(new Key(link.getSession().getConnection(), target.getAddress()), link);
    }
  }

  void remove(Sender link) {
    links.values().remove(link);
  }

  void remove(Connection connection) {
    links.keySet().removeIf(key -> key.connection() == connection);
  }

  void succeed(Connection connection, Message request, int status, Map<String, Object> body) {
    send(connection, request, status, "OK", null, body);
  }

  void fail(
      Connection connection, Message request, int status, String condition, String description) {
    send(connection, request, status, description, condition, null);
  }

  private void send(
      Connection connection,
      Message request,
      int status,
      String description,
      String condition,
      Map<String, Object> body) {
    Sender link = links.get(new Key(connection, request.getReplyTo()));
    if (link == null) {
      return;
    }
    Map<String, Object> properties = new HashMap<>();
    properties.put("statusCode", status);
    properties.put("status-code", status);
    properties.put("statusDescription", description);
    if (condition != null) {
      properties.put("errorCondition", Symbol.valueOf(condition));
    }
    Message reply = Proton.message();
    reply.setCorrelationId(request.getMessageId());
    reply.setApplicationProperties(new ApplicationProperties(properties));
    reply.setBody(new AmqpValue(body));
    Delivery delivery = link.delivery(Long.toString(++lastTag).getBytes(StandardCharsets.US_ASCII));
    byte[] bytes = MessageCodec.encode(reply);
    link.send(bytes, 0, bytes.length);
    delivery.settle();
    link.advance();
  }

  /** Reply addresses are the client's own choice, so two connections may choose the same. */
  private record Key(Connection connection, String address) {}
}
