package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The structured form of an event becomes subject, headers and bare payload. */
class MeshProjectionTest extends MeshEventCases {
  @Test
  void makesAnEventOfItsStructuredForm() {
    String body = "{ \"total\": 12.50, \"big\":12345678901234567890123 }";
    String more = ",\"x-causation-id\":\"" + CAUSE + "\",\"x-schema\":\"v1\",\"x-more\":\"m\"";
    SourceRecord source =
        record("in", fixture(body, more).getBytes(UTF_8), Map.of("x-node", "old", "tp", "t"));

    SourceRecord event = apply(source, "from-fixture");

    assertThat(event.topic()).isEqualTo(SUBJECT);
    assertThat(text(event)).isEqualTo(body);
    assertThat(event.timestamp()).isEqualTo(1790416800500L);
    assertThat(event.key()).isNull();
    assertThat(event.keySchema()).isNull();
    assertThat(event.kafkaPartition()).isEqualTo(2);
    assertThat(headersOf(event))
        .containsEntry("tp", "t")
        .containsEntry("x-event-id", ID)
        .containsEntry("x-node", "one")
        .containsEntry("x-time", "2026-09-26T12:00:00.5+02:00")
        .containsEntry("x-causation-id", CAUSE)
        .containsEntry("x-schema", "v1")
        .containsEntry("x-more", "m")
        .hasSize(9);
    assertThat(apply(event, "validate")).isSameAs(event);
  }

  @Test
  void keepsTheKindOfBytesAndMakesBytesOfMapsAndStructs() {
    String json = fixture("{\"a\":1}", "");
    byte[] expected = "{\"a\":1}".getBytes(UTF_8);
    assertThat(apply(record("t", json, Map.of()), "from-fixture").value()).isEqualTo("{\"a\":1}");
    assertThat(
            apply(record("t", ByteBuffer.wrap(json.getBytes(UTF_8)), Map.of()), "from-fixture")
                .value())
        .isEqualTo(ByteBuffer.wrap(expected));
    Map<String, Object> structured =
        Map.of("module", "shop", "key", "order.placed", "body", Map.of("a", 1), "headers", headers);
    SourceRecord ofMap = apply(record("t", structured, Map.of()), "from-fixture");
    assertThat(ofMap.value()).isEqualTo(expected);
    assertThat(ofMap.valueSchema()).isEqualTo(Schema.BYTES_SCHEMA);
    Schema schema =
        SchemaBuilder.struct()
            .field("module", Schema.STRING_SCHEMA)
            .field("key", Schema.STRING_SCHEMA)
            .field("body", SchemaBuilder.struct().field("a", Schema.INT32_SCHEMA).build())
            .field("headers", SchemaBuilder.map(Schema.STRING_SCHEMA, Schema.STRING_SCHEMA))
            .build();
    Struct struct =
        new Struct(schema)
            .put("module", "shop")
            .put("key", "order.placed")
            .put("body", new Struct(schema.field("body").schema()).put("a", 1))
            .put("headers", headers);
    assertThat(apply(record("t", struct, Map.of()), "from-fixture").value()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"keep,k", "event-id," + ID, "module,shop"})
  void setsTheKeyAsTold(String key, String expected) {
    settings.put("key", key);
    SourceRecord source = record("t", fixture("{}", ""), Map.of());
    assertThat(apply(source, "from-fixture").key()).isEqualTo(expected);
    settings.put("header.type", "bytes");
    SourceRecord bytes = apply(source, "from-fixture");
    assertThat(bytes.keySchema())
        .isEqualTo(key.equals("keep") ? Schema.STRING_SCHEMA : Schema.BYTES_SCHEMA);
    assertThat(headersOf(bytes).get("x-source")).isEqualTo("shop".getBytes(UTF_8));
  }

  @Test
  void refusesAStructuredFormThatContradictsItself() {
    for (String wrong :
        List.of(
            fixture("{}", "").replace("\"node\":\"one\"", "\"node\":\"two\""),
            fixture("{}", "").replace("\"node\":\"one\"", "\"node\":7"),
            fixture("{}", "").replace("\"key\":\"order.placed\",", ""),
            fixture("{}", "").replace("\"module\":\"shop\"", "\"module\":\"sh.op\""),
            fixture("{}", "").replace("\"body\":{},", ""),
            fixture("{}", ",\"x-more\":1"),
            "{\"headers\":7,\"body\":1}",
            "[]")) {
      assertRefused(record("t", wrong, Map.of()), "from-fixture", "The record at ");
    }
  }
}
