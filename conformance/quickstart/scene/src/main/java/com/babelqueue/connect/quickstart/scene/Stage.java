package com.babelqueue.connect.quickstart.scene;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A broker that runs and has its queues. One thread. */
public interface Stage extends AutoCloseable {
  /** Names product, version and address of the broker, for a person. */
  String broker();

  /** Names the plain client that sends, with its version, for a person. */
  String client();

  /** The queue that the messages go to. */
  String queue();

  /** What a person should know about this broker; empty when it is the real thing. */
  default Optional<String> note() {
    return Optional.empty();
  }

  /** The connector settings that lead to this broker: its address first, then credentials. */
  Map<String, String> settings();

  /**
   * Whether the credentials among {@link #settings} belong to somebody and are not for a screen.
   */
  default boolean credentialsAreSecret() {
    return false;
  }

  /**
   * Sends the messages with the broker's plain client.
   *
   * @param sent told about each message once the broker has it
   */
  void send(Consumer<SentMessage> sent);

  /**
   * Looks at messages that lie in the queue with the broker's plain client, without taking them
   * away.
   *
   * @param count how many there must be; it waits for them
   * @return in the order in which the client gets them
   */
  List<NativeMessage> look(int count);

  /** Whether the broker counts a {@link #look} as a delivery. */
  default boolean countsLooks() {
    return false;
  }

  /** Closes the client, and the broker where this stage started it. */
  @Override
  void close();
}
