package com.babelqueue.connect.contract;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The other side of a queue in the source contract: a real broker, and the plain client that an
 * application would use. One per test class; called by the test's thread.
 */
public interface SourcePeer extends AutoCloseable {
  /** The connector under test, by class name, since only its plugin jar is at hand. */
  String connectorClass();

  /**
   * The settings that reach the broker and read a queue, without the common ones.
   *
   * @param queue as {@link #createQueue} made it
   * @param at where to connect: the broker itself, or a proxy in front of it
   */
  Map<String, String> settings(String queue, InetSocketAddress at);

  /** Where the broker listens. */
  InetSocketAddress address();

  /** Creates an empty queue. Where the broker locks messages, locks last well over ten seconds. */
  void createQueue(String name) throws Exception;

  /** Sends bodies in this order. */
  void send(String queue, List<String> bodies) throws Exception;

  /**
   * Sends one body with native text headers; not called where {@link #carriesHeaders()} is false.
   */
  void send(String queue, String body, Map<String, String> headers) throws Exception;

  /**
   * Receives and settles up to {@code count} messages as another consumer of the queue would.
   *
   * @return the bodies that came before the limit was over
   */
  List<String> take(String queue, int count, Duration limit) throws Exception;

  /** Messages nobody has received; exact once the queue is at rest. */
  long ready(String queue) throws Exception;

  /** Messages not settled, whoever has received them; exact once the queue is at rest. */
  long unsettled(String queue) throws Exception;

  /** Whether one queue read by one task comes in the order in which it was sent. */
  boolean keepsOrder();

  /** Whether native headers exist. */
  default boolean carriesHeaders() {
    return true;
  }

  /** The native header of the version gate; null where the binding has none. */
  String versionHeader();

  /** Stops what was started; never throws. */
  @Override
  void close();
}
