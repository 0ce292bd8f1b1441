package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadTextTest {
  private static final String JSON = "{ \"b\":99.90, \"a\":12345678901234567890123 }";

  private static String object(Schema schema, Object value, String wrapField) {
    return new String(PayloadText.object(new SchemaAndValue(schema, value), wrapField), UTF_8);
  }

  private static String wrapped(Schema schema, Object value) {
    return object(schema, value, "v");
  }

  @Test
  void takesJsonObjectsOverByteForByte() {
    assertThat(object(Schema.STRING_SCHEMA, JSON, null)).isEqualTo(JSON);
    assertThat(object(Schema.BYTES_SCHEMA, JSON.getBytes(UTF_8), null)).isEqualTo(JSON);
    assertThat(object(null, ByteBuffer.wrap(JSON.getBytes(UTF_8)), null)).isEqualTo(JSON);
    assertThat(object(null, new PayloadText.Fragment(JSON.getBytes(UTF_8)), null)).isEqualTo(JSON);
    assertThat(object(null, " \r\n" + JSON + "\n", null)).isEqualTo(JSON);
  }

  @Test
  void encodesMapsAndStructsInTheirOwnOrder() {
    Schema schema =
        SchemaBuilder.struct()
            .field("job", Schema.INT32_SCHEMA)
            .field("at", Timestamp.SCHEMA)
            .field("data", Schema.STRING_SCHEMA)
            .build();
    Struct struct =
        new Struct(schema)
            .put("job", 1)
            .put("at", Date.from(Instant.ofEpochMilli(5)))
            .put("data", "☕");
    assertThat(object(schema, struct, null)).isEqualTo("{\"job\":1,\"at\":5,\"data\":\"☕\"}");
    assertThat(object(null, Map.of("a", List.of(1, 2)), null)).isEqualTo("{\"a\":[1,2]}");
  }

  @Test
  void wrapsWhatIsNoObject() {
    assertThat(wrapped(Schema.STRING_SCHEMA, "42")).isEqualTo("{\"v\":\"42\"}");
    assertThat(wrapped(Schema.INT64_SCHEMA, 42L)).isEqualTo("{\"v\":42}");
    assertThat(wrapped(Schema.BOOLEAN_SCHEMA, true)).isEqualTo("{\"v\":true}");
    assertThat(wrapped(null, "{broken")).isEqualTo("{\"v\":\"{broken\"}");
    assertThat(wrapped(Schema.BYTES_SCHEMA, new byte[] {(byte) 0xFF, 0}))
        .isEqualTo("{\"v\":\"/wA=\"}");
    assertThat(wrapped(null, "[1.50, {}]")).isEqualTo("{\"v\":[1.50, {}]}");
    assertThat(wrapped(null, new PayloadText.Fragment("1.50".getBytes(UTF_8))))
        .isEqualTo("{\"v\":1.50}");
    assertThat(
            wrapped(
                org.apache.kafka.connect.data.Date.SCHEMA,
                Date.from(Instant.ofEpochMilli(86_400_000L))))
        .isEqualTo("{\"v\":1}");
    assertThat(wrapped(null, List.of(1))).isEqualTo("{\"v\":[1]}");
    assertThat(object(null, "x", "a\"b")).isEqualTo("{\"a\\\"b\":\"x\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"canary", "", " ", "[1]", "{\"canary\"", "\"canary\""})
  void refusesWhatIsNoObjectWithoutAName(String text) {
    assertThatThrownBy(() -> object(Schema.STRING_SCHEMA, text, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("wrap.field")
        .hasMessageNotContaining("canary");
  }

  @Test
  void refusesWhatHasNoJsonForm() {
    Map<String, Object> content = Map.of("canary", Double.NaN);
    assertThatThrownBy(() -> object(null, content, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("canary");
    assertThat(PayloadText.objectOrNull(new SchemaAndValue(null, content))).isNull();
    assertThat(PayloadText.objectOrNull(new SchemaAndValue(null, "[1]"))).isNull();
    assertThat(PayloadText.objectOrNull(new SchemaAndValue(null, "{}"))).isNotNull();
  }
}
