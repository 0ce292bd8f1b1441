package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.source.SourceRecord;

/** A mesh event in its forms, and the transform in its modes, for the tests of both. */
abstract class MeshEventCases {
  static final String SUBJECT = "mesh.mod.shop.event.order.placed";
  static final String ID = "0123456789abcdef0123456789abcdef";
  static final String CAUSE = "fedcba9876543210fedcba9876543210";
  static final String BODY = "{\"id\":\"canary\",\"total\":12.50}";

  final Map<String, Object> headers = new LinkedHashMap<>();
  final Map<String, String> settings = new HashMap<>();

  MeshEventCases() {
    headers.put("x-event-id", ID);
    headers.put("x-source", "shop");
    headers.put("x-node", "one");
    headers.put("x-time", "2026-09-26T12:00:00Z");
    headers.put("content-type", "application/json");
  }

  static SourceRecord record(String topic, Object value, Map<String, Object> headers) {
    Headers written = new ConnectHeaders();
    headers.forEach((name, text) -> written.add(name, text, null));
    Schema schema = value instanceof byte[] ? Schema.BYTES_SCHEMA : null;
    return new SourceRecord(
        Map.of(), Map.of(), topic, 2, Schema.STRING_SCHEMA, "k", schema, value, 7L, written);
  }

  SourceRecord event() {
    return record(SUBJECT, BODY.getBytes(UTF_8), headers);
  }

  SourceRecord apply(SourceRecord record, String mode) {
    settings.put("mode", mode);
    try (MeshEvent<SourceRecord> transform = new MeshEvent<>()) {
      transform.configure(settings);
      return transform.apply(record);
    }
  }

  void assertRefused(SourceRecord record, String mode, String reason) {
    assertThatThrownBy(() -> apply(record, mode))
        .isInstanceOf(DataException.class)
        .hasMessageContaining(reason)
        .hasMessageNotContaining("canary");
  }

  static Map<String, Object> headersOf(SourceRecord record) {
    Map<String, Object> found = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      assertThat(found.put(header.key(), header.value())).as("one " + header.key()).isNull();
    }
    return found;
  }

  static String text(SourceRecord record) {
    return new String((byte[]) record.value(), UTF_8);
  }

  static String fixture(String body, String headers) {
    return "{\"module\":\"shop\",\"node\":\"one\",\"key\":\"order.placed\",\"body\":"
        + body
        + ",\"headers\":{\"x-event-id\":\""
        + ID
        + "\",\"x-source\":\"shop\",\"x-node\":\"one\",\"x-time\":\"2026-09-26T12:00:00.5+02:00\","
        + "\"content-type\":\"application/json\""
        + headers
        + "}}";
  }
}
