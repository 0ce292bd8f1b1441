package com.babelqueue.connect.emulator.servicebus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.message.Message;

/**
 * The {@code $management} node of an entity: renewing locks, settling by lock token for receivers
 * whose link is gone, and peeking. Owned by the server's thread.
 */
final class ManagementNode {
  private static final String LOCK_LOST = "com.microsoft:message-lock-lost";
  private static final String SESSION_LOCK_LOST = "com.microsoft:session-lock-lost";

  private final ReplyLinks replies;

  ManagementNode(ReplyLinks replies) {
    this.replies = replies;
  }

  void handle(Entity entity, Connection connection, Message request) {
    Object operation = request.getApplicationProperties().getValue().get("operation");
    Map<?, ?> body =
        request.getBody() instanceof AmqpValue value && value.getValue() instanceof Map<?, ?> map
            ? map
            : Map.of();
    switch (String.valueOf(operation)) {
      case "com.microsoft:renew-lock" -> renewLocks(entity, connection, request, body);
      case "com.microsoft:update-disposition" -> settle(entity, connection, request, body);
      case "com.microsoft:renew-session-lock" -> renewSession(entity, connection, request, body);
      case "com.microsoft:peek-message" -> peek(entity, connection, request, body);
      default ->
          replies.fail(
              connection,
              request,
              ReplyLinks.NOT_IMPLEMENTED,
              "amqp:not-implemented",
              operation + " is not imitated");
    }
  }

  private void renewLocks(Entity entity, Connection connection, Message request, Map<?, ?> body) {
    List<UUID> tokens = tokens(body);
    if (!tokens.stream().allMatch(entity::holds)) {
      lockLost(connection, request);
      return;
    }
    List<Date> expirations = new ArrayList<>();
    tokens.forEach(token -> expirations.add(Date.from(entity.renew(token))));
    replies.succeed(
        connection,
        request,
        ReplyLinks.OK,
        Map.of("expirations", expirations.toArray(new Date[0])));
  }

  private void settle(Entity entity, Connection connection, Message request, Map<?, ?> body) {
    Outcome outcome = Outcome.of(body);
    List<UUID> tokens = tokens(body);
    if (outcome == null || !tokens.stream().allMatch(entity::holds)) {
      lockLost(connection, request);
      return;
    }
    tokens.forEach(token -> entity.settle(token, outcome));
    replies.succeed(connection, request, ReplyLinks.OK, null);
  }

  private void renewSession(Entity entity, Connection connection, Message request, Map<?, ?> body) {
    Instant until = entity.renewSession(String.valueOf(body.get("session-id")));
    if (until == null) {
      replies.fail(
          connection, request, ReplyLinks.GONE, SESSION_LOCK_LOST, "The session lock has expired.");
    } else {
      replies.succeed(connection, request, ReplyLinks.OK, Map.of("expiration", Date.from(until)));
    }
  }

  private void peek(Entity entity, Connection connection, Message request, Map<?, ?> body) {
    List<BrokeredMessage> found =
        entity.peek(
            ((Number) body.get("from-sequence-number")).longValue(),
            ((Number) body.get("message-count")).intValue());
    if (found.isEmpty()) {
      replies.succeed(connection, request, ReplyLinks.NO_CONTENT, null);
      return;
    }
    List<Map<String, Object>> messages = new ArrayList<>();
    for (BrokeredMessage message : found) {
      messages.add(Map.of("message", new Binary(MessageCodec.outgoing(message, null))));
    }
    replies.succeed(connection, request, ReplyLinks.OK, Map.of("messages", messages));
  }

  private void lockLost(Connection connection, Message request) {
    replies.fail(connection, request, ReplyLinks.GONE, LOCK_LOST, "The lock supplied is invalid.");
  }

  private static List<UUID> tokens(Map<?, ?> body) {
    return body.get("lock-tokens") instanceof UUID[] tokens ? List.of(tokens) : List.of();
  }
}
