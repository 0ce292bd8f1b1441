package com.babelqueue.connect.emulator.servicebus;

import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.engine.Connection;
import org.apache.qpid.proton.message.Message;

/**
 * The {@code $cbs} node, to which a client shows its tokens. It looks at the name of the access key
 * and not at the signature. Owned by the server's thread.
 */
final class TokenNode {
  private final ReplyLinks replies;

  TokenNode(ReplyLinks replies) {
    this.replies = replies;
  }

  void handle(Connection connection, Message request) {
    boolean known =
        request.getBody() instanceof AmqpValue body
            && String.valueOf(body.getValue()).contains("skn=" + ServiceBusEmulator.KEY_NAME);
    if (known) {
      replies.succeed(connection, request, ReplyLinks.ACCEPTED, null);
    } else {
      replies.fail(
          connection,
          request,
          ReplyLinks.UNAUTHORIZED,
          "amqp:unauthorized-access",
          "InvalidSignature: The token has an invalid signature.");
    }
  }
}
