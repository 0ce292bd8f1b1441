package com.babelqueue.connect.quickstart.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A queue that refuses publishes while a message lies in it. One thread. */
final class OnePlaceQueue {
  static final String NAME = "quickstart";

  private static final int PLACES = 1;

  private final Channel channel;

  private OnePlaceQueue(Channel channel) {
    this.channel = channel;
  }

  /**
   * Declares the queue and empties it, since an earlier run may have left a message there.
   *
   * @param isRabbitMq else the arguments are those of Qpid Broker-J, which has names of its own
   */
  static OnePlaceQueue declare(Channel channel, boolean isRabbitMq) {
    Map<String, Object> limit =
        isRabbitMq
            ? Map.of("x-max-length", PLACES, "x-overflow", "reject-publish")
            : Map.of("qpid.max_count", PLACES, "qpid.policy_type", "REJECT");
    try {
      channel.queueDeclare(NAME, true, false, false, limit);
      channel.queuePurge(NAME);
      return new OnePlaceQueue(channel);
    } catch (IOException e) {
      throw new UncheckedIOException("queue " + NAME + " could not be declared", e);
    }
  }

  /** Receives the next message; empty while there is none. */
  Optional<GetResponse> receive() throws IOException {
    return Optional.ofNullable(channel.basicGet(NAME, true));
  }
}
