package com.babelqueue.connect.contract;

import java.util.Map;

/**
 * A broker in the middle of a round trip: what a sink writes to a queue, the source of the same
 * broker reads from it. Called by the test's thread.
 */
public interface RoundTripPeer extends SinkPeer {
  /** The folder of the source's module, such as {@code source-connectors/sqs}. */
  String sourceModule();

  /** The source connector, by class name. */
  String sourceClass();

  /** The settings that let the source read a queue, without the common ones. */
  Map<String, String> sourceSettings(String queue);

  /**
   * The value of the source's {@code kafka.key} that brings a record's key back; {@code none} where
   * the broker has no key, and records come back without one.
   */
  default String keyPolicy() {
    return "none";
  }
}
