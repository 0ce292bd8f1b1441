package com.babelqueue.connect.emulator.servicebus;

import com.babelqueue.connect.emulator.servicebus.BrokeredMessage.DeadLetterNote;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Accepted;
import org.apache.qpid.proton.amqp.messaging.Modified;
import org.apache.qpid.proton.amqp.messaging.Rejected;
import org.apache.qpid.proton.amqp.messaging.Released;
import org.apache.qpid.proton.amqp.transport.DeliveryState;

/**
 * What a receiver decided about a message, whether it said so in a disposition or through the
 * management node.
 *
 * @param kind what becomes of the message
 * @param note for {@link Kind#DEAD_LETTER} only, else null
 */
record Outcome(Kind kind, DeadLetterNote note) {
  enum Kind {
    COMPLETE,
    ABANDON,
    /** Given back without counting a delivery. */
    RELEASE,
    DEFER,
    DEAD_LETTER
  }

  static Outcome of(DeliveryState state) {
    if (state instanceof Accepted) {
      return new Outcome(Kind.COMPLETE, null);
    }
    if (state instanceof Rejected rejected) {
      Map<?, ?> info =
          rejected.getError() == null || rejected.getError().getInfo() == null
              ? Map.of()
              : rejected.getError().getInfo();
      return new Outcome(
          Kind.DEAD_LETTER,
          new DeadLetterNote(
              text(info, "DeadLetterReason"), text(info, "DeadLetterErrorDescription")));
    }
    if (state instanceof Modified modified
        && Boolean.TRUE.equals(modified.getUndeliverableHere())) {
      return new Outcome(Kind.DEFER, null);
    }
    return new Outcome(state instanceof Released ? Kind.RELEASE : Kind.ABANDON, null);
  }

  /**
   * Reads the body of an {@code update-disposition} request.
   *
   * @return null for a status that is not known
   */
  static Outcome of(Map<?, ?> request) {
    return switch (String.valueOf(request.get("disposition-status"))) {
      case "completed" -> new Outcome(Kind.COMPLETE, null);
      case "abandoned" -> new Outcome(Kind.ABANDON, null);
      case "defered" -> new Outcome(Kind.DEFER, null);
      case "suspended" ->
          new Outcome(
              Kind.DEAD_LETTER,
              new DeadLetterNote(
                  text(request, "deadletter-reason"), text(request, "deadletter-description")));
      default -> null;
    };
  }

  private static String text(Map<?, ?> map, String key) {
    Object value = map.containsKey(key) ? map.get(key) : map.get(Symbol.valueOf(key));
    return value == null ? null : value.toString();
  }
}
