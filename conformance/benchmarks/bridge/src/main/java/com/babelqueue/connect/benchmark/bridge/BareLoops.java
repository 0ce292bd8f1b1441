package com.babelqueue.connect.benchmark.bridge;

import java.io.IOException;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/**
 * The least that moving messages takes: a broker's own client at its best batching, Kafka's client,
 * settlement after the other side's acknowledgement, and nothing else. Found by {@link
 * java.util.ServiceLoader} in a JVM of its own; one thread calls it.
 */
public interface BareLoops extends AutoCloseable {
  /** Connects to the broker at a {@link BenchedBroker#address()}. */
  void connect(Map<String, String> address) throws Exception;

  /**
   * Looks at a message that the connector wrote, so that the sink loop writes its like. Not where a
   * message is its body and nothing else.
   */
  default void learn(String queue) throws Exception {}

  /** Moves so many messages into a topic; returns when the last one is settled. */
  void source(String queue, int count, BareTopic topic) throws Exception;

  /** Moves so many records into a queue; returns when the last one is confirmed. */
  void sink(String queue, int count, Consumer<byte[], byte[]> consumer) throws Exception;

  @Override
  void close() throws IOException;
}
