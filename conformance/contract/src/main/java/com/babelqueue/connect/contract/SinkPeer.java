package com.babelqueue.connect.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The other side of a queue in the sink's contract and conformance tests: a real broker, and the
 * plain client that an application would use to read it. One per test class; called by the test's
 * thread.
 */
public interface SinkPeer extends AutoCloseable {
  /** The connector under test, by class name, since only its plugin jar is at hand. */
  String connectorClass();

  /**
   * The settings that reach the broker and write a queue, without the common ones.
   *
   * @param queue as {@link #createQueue} made it
   * @param at where to connect: the broker itself, or a proxy in front of it
   */
  Map<String, String> settings(String queue, InetSocketAddress at);

  /** Where the broker listens. */
  InetSocketAddress address();

  /** Creates an empty queue that holds tens of thousands of small messages. */
  void createQueue(String name) throws Exception;

  /**
   * Receives and settles up to {@code count} messages as an application would, in the order in
   * which the broker gives them.
   *
   * @return what came before the limit was over
   */
  List<NativeMessage> take(String queue, int count, Duration limit) throws Exception;

  /** Messages that a consumer could receive now; exact once the queue is at rest. */
  long depth(String queue) throws Exception;

  /** Whether one consumer of one queue sees the order in which the sink sent. */
  boolean keepsOrder();

  /** Whether the broker has a place for headers beside the body. */
  default boolean carriesHeaders() {
    return true;
  }

  /**
   * Whether {@code bq-delay} delays a message natively; where it does not, the record is expected
   * to be rejected for the reason {@code delay} (DLY-2). Delays of one second and of ten minutes
   * are tried.
   */
  boolean honoursDelays();

  /**
   * A record that this broker can never take, with the settings of {@link #settings}.
   *
   * @return null when there is no such record
   */
  Untakable untakable();

  /** The suite's block of the native projection, such as {@code sqs.attribute_projection}. */
  String projectionBlock();

  /**
   * What the contract's binding writes beyond what the suite's block lists, in the same shape as
   * {@link NativeMessage#projection()}; nothing by default.
   *
   * @param envelope the body that was sent, for values that come from it
   */
  default Map<String, Object> beyondSuite(JsonNode envelope) {
    return Map.of();
  }

  /** Stops what was started; never throws. */
  @Override
  void close();

  /**
   * A record that the broker can never take.
   *
   * @param body an acceptable envelope
   * @param headers the record's headers as text
   * @param reason the reason's code, as the sender gives it
   */
  record Untakable(String body, Map<String, String> headers, String reason) {}
}
