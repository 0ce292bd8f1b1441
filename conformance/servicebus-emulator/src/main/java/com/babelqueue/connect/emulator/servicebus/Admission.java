package com.babelqueue.connect.emulator.servicebus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.transport.ErrorCondition;
import org.apache.qpid.proton.message.Message;

/**
 * Decides whether an entity takes a transfer, which holds one message or a batch: a batch is taken
 * or refused as a whole. Owned by the server's thread.
 */
final class Admission {
  /** For all fields and application properties of one message. */
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  private final Namespace namespace;
  private final Map<String, SendRefusal> refusals = new HashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();

  Admission(Namespace namespace) {
    this.namespace = namespace;
  }

  /**
   * @param refusal null to take messages again
   */
  void refuse(String address, SendRefusal refusal) {
    refusals.put(Namespace.key(address), refusal);
  }

  /** How many transfers an address has taken. */
  int taken(String address) {
    return taken.getOrDefault(Namespace.key(address), 0);
  }

  /**
   * Judges and counts a transfer.
   *
   * @param transfer all bytes of it
   * @param messages those in it
   * @return null when it is taken
   */
  ErrorCondition admit(String address, byte[] transfer, List<byte[]> messages) {
    ErrorCondition refusal = refusal(address, transfer, messages);
    if (refusal == null) {
      taken.merge(Namespace.key(address), 1, Integer::sum);
    }
    return refusal;
  }

  private ErrorCondition refusal(String address, byte[] transfer, List<byte[]> messages) {
    SendRefusal told = refusals.get(Namespace.key(address));
    if (told != null && messages.stream().anyMatch(told::meets)) {
      return error(told.condition(), "refused by the test");
    }
    if (transfer.length > namespace.maxMessageBytes(address)) {
      return error("amqp:link:message-size-exceeded", "The message is too large.");
    }
    Entity entity = namespace.entity(address);
    boolean sessions = entity != null && entity.requiresSessions();
    for (byte[] encoded : messages) {
      Message message = MessageCodec.decode(encoded);
      if (sessions && message.getGroupId() == null) {
        return error(
            "amqp:not-allowed",
            "The SessionId was not set on a message, and it cannot be sent to the entity.");
      }
      message.setBody(null);
      if (MessageCodec.encode(message).length > MAX_HEADER_BYTES) {
        return error("com.microsoft:argument-error", "The message's header is too large.");
      }
    }
    return null;
  }

  private static ErrorCondition error(String condition, String description) {
    return new ErrorCondition(Symbol.valueOf(condition), description);
  }
}
