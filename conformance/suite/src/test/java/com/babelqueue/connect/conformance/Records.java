package com.babelqueue.connect.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/** Records as a source connector makes them, with at most one header. */
final class Records {
  static final String TOPIC = "orders";

  private Records() {}

  static SourceRecord of(byte[] value) {
    return new SourceRecord(
        Map.of(), Map.of(), TOPIC, null, null, null, Schema.BYTES_SCHEMA, value, null);
  }

  /** A header value may be of any type; null stands for a header without a value. */
  static SourceRecord withHeader(byte[] value, String name, Object headerValue) {
    SourceRecord record = of(value);
    ConnectHeaders headers = new ConnectHeaders();
    headers.add(name, headerValue, null);
    return record.newRecord(TOPIC, null, null, null, record.valueSchema(), value, null, headers);
  }

  /** Text as the byte-exact header converters hand it on: as a String, and as UTF-8 bytes. */
  static List<Object> exact(String text) {
    return List.of(text, text.getBytes(StandardCharsets.UTF_8));
  }

  static List<Header> headers(SourceRecord record) {
    List<Header> headers = new ArrayList<>();
    record.headers().forEach(headers::add);
    return headers;
  }
}
