package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.Problems;
import java.util.List;
import java.util.Map;

/**
 * Reports a connector-level value converter that would damage the envelope (DESIGN section 3, fact
 * 11). A worker's default converter cannot be seen from here, which is why every example sets one.
 */
final class ConverterCheck {
  static final String VALUE_CONVERTER = "value.converter";

  /** Stock converters that re-encode bytes or turn them into something else. */
  private static final List<String> DAMAGING =
      List.of(
          "JsonConverter",
          "StringConverter",
          "AvroConverter",
          "ProtobufConverter",
          "JsonSchemaConverter",
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
    if (converter != null && DAMAGING.stream().anyMatch(converter.strip()::endsWith)) {
      problems.add(
          VALUE_CONVERTER,
          "This converter would not write the body as it is; use "
              + "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
  }
}
