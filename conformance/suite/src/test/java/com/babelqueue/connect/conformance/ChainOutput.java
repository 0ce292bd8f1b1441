package com.babelqueue.connect.conformance;

import com.babelqueue.connect.harness.RecordText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A record as it came out of a chain of transforms.
 *
 * @param topic where it lies, or as what a sink got it
 * @param headers {@code name=text} in their order, without those that explain a dead letter
 * @param value bytes as text; anything else as JSON with its schema
 */
record ChainOutput(String topic, List<String> headers, String value) {
  /** Stands in an expected value for the time of the run in milliseconds. */
  static final String NOW = "@now@";

  private static final int DIGITS = 13;
  private static final String EXPLANATION = "__connect.errors.";

  static ChainOutput of(ConsumerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>(RecordText.headers(record));
    headers.removeIf(header -> header.startsWith(EXPLANATION));
    return new ChainOutput(record.topic(), headers, RecordText.text(record.value()));
  }

  static ChainOutput of(SinkRecord record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + text(header.schema(), header.value()));
    }
    return new ChainOutput(record.topic(), headers, text(record.valueSchema(), record.value()));
  }

  private static String text(Schema schema, Object value) {
    if (value instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    try (JsonConverter json = new JsonConverter()) {
      json.configure(Map.of(), false);
      return new String(json.fromConnectData("", schema, value), StandardCharsets.UTF_8);
    }
  }

  /** This expectation with the time that the actual record has, if it lies in the run. */
  ChainOutput datedAs(ChainOutput actual, long runSince) {
    int at = value.indexOf(NOW);
    if (at < 0 || actual.value.length() < at + DIGITS) {
      return this;
    }
    String time = actual.value.substring(at, at + DIGITS);
    if (!time.chars().allMatch(c -> c >= '0' && c <= '9')
        || Long.parseLong(time) < runSince
        || Long.parseLong(time) > System.currentTimeMillis()) {
      return this;
    }
    return new ChainOutput(topic, headers, value.replace(NOW, time));
  }
}
