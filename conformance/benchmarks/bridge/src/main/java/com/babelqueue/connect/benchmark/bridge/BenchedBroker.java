package com.babelqueue.connect.benchmark.bridge;

import java.util.List;
import java.util.Map;

/**
 * A broker under measurement, as the program that measures sees it; found by {@link
 * java.util.ServiceLoader}, one for each module. For one thread.
 */
public interface BenchedBroker extends AutoCloseable {
  /** The broker's name, as in the names of its modules. */
  String name();

  /** Starts it, or finds it. */
  void start();

  /** What {@link BareLoops#connect} needs, for another JVM. */
  Map<String, String> address();

  /** The source connector's settings with its class, without name, topic and converters. */
  Map<String, String> sourceSettings(List<String> queues);

  /** The sink connector's settings with its class, without name, topic and converters. */
  Map<String, String> sinkSettings(String queue);

  /** Creates an empty queue. */
  void createQueue(String queue) throws Exception;

  /** Deletes a queue with all that is in it. */
  void deleteQueue(String queue) throws Exception;

  /** Puts the same body into a queue so many times. */
  void fill(String queue, byte[] body, int count) throws Exception;

  /** How many messages a queue holds, unsettled ones included where the broker tells. */
  long depth(String queue) throws Exception;

  /**
   * Whether somebody may hold messages that {@link #depth} leaves out; never where it leaves none
   * out.
   */
  default boolean mayHoldMore(String queue) throws Exception {
    return false;
  }

  /** How deep a queue may be; less than the default where the broker keeps all of it in memory. */
  default int deepest() {
    return Integer.MAX_VALUE;
  }

  @Override
  void close();
}
