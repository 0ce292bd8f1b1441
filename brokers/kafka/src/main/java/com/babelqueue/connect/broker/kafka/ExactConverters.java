package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.Problems;
import java.util.List;
import java.util.Map;

/**
 * Demands the one converter that leaves key, value and headers as they are, for connectors that
 * write records to Kafka again byte for byte (REI-4, CON-1, KFK-2, POI-2). Stateless.
 */
public final class ExactConverters {
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private static final List<String> NAMES = List.of(BYTES, "ByteArrayConverter", "ByteArray");

  private ExactConverters() {}

  /**
   * Reports every converter that the connector leaves to the worker, or that changes bytes.
   *
   * @param props the settings as posted
   * @param problems takes one message per key at fault
   */
  public static void check(Map<String, String> props, Problems problems) {
    for (String setting : List.of("key.converter", "value.converter", "header.converter")) {
      if (!NAMES.contains(props.getOrDefault(setting, "").strip())) {
        problems.add(
            setting, "must be " + BYTES + " on this connector: records are carried byte for byte");
      }
    }
  }
}
