package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Problems;
import java.util.List;
import java.util.Map;

/**
 * Reports a connector-level value converter that cannot hand an envelope on (DESIGN section 3, fact
 * 11). A worker's default converter cannot be seen from here, which is why every example sets one.
 */
final class ConverterCheck {
  private static final String VALUE_CONVERTER = "value.converter";

  /** Stock converters that give one number or truth value, which is never an envelope. */
  private static final List<String> USELESS =
      List.of(
          "IntegerConverter",
          "LongConverter",
          "ShortConverter",
          "DoubleConverter",
          "FloatConverter",
          "BooleanConverter",
          "SimpleHeaderConverter");

  private ConverterCheck() {}

  static void check(Map<String, String> props, Problems problems) {
    String converter = props.get(VALUE_CONVERTER);
    if (converter != null && USELESS.stream().anyMatch(converter.strip()::endsWith)) {
      problems.add(
          VALUE_CONVERTER,
          "This converter gives no envelope; use "
              + "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
  }
}
