package com.babelqueue.connect.contract;

import com.babelqueue.connect.conformance.Case;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The other side of the queue for the suite's cases: a real broker and its plain client, which can
 * make a message that has been delivered in vain so many times, or that carries a native version.
 * Called by the test's thread.
 */
public interface ConformancePeer extends AutoCloseable {
  /** The suite's group of blocks, such as {@code sqs}. */
  String group();

  /** The connector under test, by class name. */
  String connectorClass();

  /** The settings that reach the broker and read these queues, without the common ones. */
  Map<String, String> settings(List<String> queues);

  /** Creates an empty queue whose locks outlast the test. */
  void createQueue(String name) throws Exception;

  /**
   * Sends one message.
   *
   * @param mark a native text header of this name and value travels with it; null for none
   * @param version the value of the native version field as the case has it, with its JSON type;
   *     null leaves the field out
   */
  void send(String queue, byte[] body, Map<String, String> mark, Version version) throws Exception;

  /** What a consumer does that fails: receives the one message, and the broker counts it. */
  void deliverInVain(String queue) throws Exception;

  /**
   * How many deliveries in vain make the case's native count.
   *
   * @return empty when no redelivery makes it
   */
  OptionalInt deliveriesInVain(Case suiteCase);

  /**
   * Why this broker's messages cannot carry a version of the gate's cases.
   *
   * @return empty when they can
   */
  Optional<String> cannotCarry(JsonNode version);

  /** Blocks of the group that other tests cover, by name, and which tests those are. */
  Map<String, String> notCoveredHere();

  /** Stops what was started; never throws. */
  @Override
  void close();

  /**
   * A native version field.
   *
   * @param property its name
   * @param value as the case has it; a JSON null is a field without value
   * @param type the case's word for a type that JSON does not tell, such as {@code float}; null for
   *     none
   */
  record Version(String property, JsonNode value, String type) {}
}
