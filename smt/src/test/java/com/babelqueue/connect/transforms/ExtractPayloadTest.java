package com.babelqueue.connect.transforms;

import static com.babelqueue.connect.transforms.TransformContract.envelope;
import static com.babelqueue.connect.transforms.TransformContract.headers;
import static com.babelqueue.connect.transforms.TransformContract.sink;
import static com.babelqueue.connect.transforms.TransformContract.texts;
import static com.babelqueue.connect.transforms.TransformContract.values;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractPayloadTest {
  private static final String DATA = "{ \"n\":99.90, \"i\":7, \"o\":{\"é\":[true,null]} }";

  @TempDir private Path directory;

  private static ExtractPayload<SinkRecord> configured(String... settings) {
    Map<String, String> all = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    ExtractPayload<SinkRecord> transform = new ExtractPayload<>();
    transform.configure(all);
    return transform;
  }

  private static SinkRecord message(String urn, String data) {
    return sink(
        ValueKind.TEXT,
        "{\"job\":\""
            + urn
            + "\",\"trace_id\":\"t\",\"data\":"
            + data
            + ",\"meta\":{\"id\":\"i\",\"lang\":\"php\",\"schema_version\":1},\"attempts\":2}",
        headers("bq-job", "old", "x", "y"));
  }

  private ExtractPayload<SinkRecord> structs(String... settings) {
    String[] all = new String[settings.length + 4];
    System.arraycopy(settings, 0, all, 4, settings.length);
    all[0] = "format";
    all[1] = "struct";
    all[2] = "schemas.directory";
    all[3] = directory.toString();
    return configured(all);
  }

  private void schema(String urn, String properties) throws IOException {
    Files.writeString(
        directory.resolve(urn.replace(":", "%3A") + ".json"),
        "{\"type\":\"object\",\"required\":[\"i\"],\"properties\":" + properties + "}");
  }

  @Test
  void givesTextByDefaultAndKeepsTheContractInHeaders() {
    SinkRecord result = configured().apply(message("urn:a", DATA));
    assertThat(result.value()).isEqualTo(DATA);
    assertThat(result.valueSchema()).isEqualTo(Schema.STRING_SCHEMA);
    assertThat(texts(result))
        .containsExactly(
            "x=y",
            "bq-job=urn:a",
            "bq-trace-id=t",
            "bq-message-id=i",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=2");
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.topic()).isEqualTo("orders");
    assertThat(result.timestamp()).isEqualTo(7L);
  }

  @Test
  void givesBytes() {
    SinkRecord result =
        configured("format", "bytes", "header.type", "bytes").apply(message("urn:a", DATA));
    assertThat(result.value()).isEqualTo(DATA.getBytes(UTF_8));
    assertThat(result.valueSchema()).isEqualTo(Schema.BYTES_SCHEMA);
    assertThat(values(result, "bq-job")).containsExactly("urn:a".getBytes(UTF_8));
  }

  @Test
  void leavesTheHeadersAloneWhenTold() {
    SinkRecord record = message("urn:a", DATA);
    assertThat(texts(configured("headers", "false").apply(record))).isEqualTo(texts(record));
  }

  @Test
  void keepsTheAttemptsOfTheHeader() {
    SinkRecord record = envelope(ValueKind.BYTES, 2, headers("bq-attempts", "5"));
    assertThat(values(configured().apply(record), "bq-attempts")).containsExactly("5");
  }

  @ParameterizedTest
  @EnumSource
  void readsEveryRepresentation(ValueKind kind) {
    SinkRecord record = envelope(kind, 0, headers());
    assertThat(configured().apply(record).value()).isEqualTo("{\"secret\":\"canary\"}");
    SinkRecord map = configured("format", "map").apply(record);
    assertThat(map.value()).isEqualTo(Map.of("secret", "canary"));
    assertThat(map.valueSchema()).isNull();
  }

  @Test
  void givesAMapThatTheJsonConverterWritesWithoutLoss() {
    SinkRecord result = configured("format", "map").apply(message("urn:a", DATA));
    try (JsonConverter converter = new JsonConverter()) {
      converter.configure(Map.of("schemas.enable", "false"), false);
      assertThat(converter.fromConnectData("t", null, result.value()))
          .asString(UTF_8)
          .isEqualTo("{\"n\":99.9,\"i\":7,\"o\":{\"é\":[true,null]}}");
    }
  }

  @Test
  void saysWhatBecomesOfNumbersThatAMapCannotHold() {
    SinkRecord record = message("urn:a", "{\"canary\":12345678901234567890}");
    assertThatThrownBy(() -> configured("format", "map").apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageNotContaining("canary")
        .hasMessageNotContaining("1234");
    assertThat(configured("format", "map", "inexact.numbers", "text").apply(record).value())
        .isEqualTo(Map.of("canary", "12345678901234567890"));
    assertThat(configured("format", "map", "inexact.numbers", "round").apply(record).value())
        .isEqualTo(Map.of("canary", 1.2345678901234567E19));
    assertThat(configured().apply(record).value())
        .as("text keeps every digit")
        .isEqualTo("{\"canary\":12345678901234567890}");
  }

  @Test
  void givesAStructByTheSchemaOfTheUrn() throws IOException {
    schema("urn:a", "{\"i\":{\"type\":\"integer\"},\"o\":{},\"t\":{\"type\":\"string\"}}");
    SinkRecord result = structs().apply(message("urn:a", DATA));
    Struct struct = (Struct) result.value();
    struct.validate();
    assertThat(result.valueSchema()).isSameAs(struct.schema());
    assertThat(struct.schema().name()).isEqualTo("urn.a");
    assertThat(struct.get("i")).isEqualTo(7L);
    assertThat(struct.get("o")).isEqualTo("{\"é\":[true,null]}");
    assertThat(struct.get("t")).isNull();
    assertThat(values(result, "bq-job")).containsExactly("urn:a");
  }

  @Test
  void keepsDigitsAsTextInAStructWhenTold() throws IOException {
    schema("urn:a", "{\"i\":{\"type\":\"integer\"},\"n\":{\"type\":\"number\"}}");
    Struct struct =
        (Struct) structs("inexact.numbers", "text").apply(message("urn:a", DATA)).value();
    assertThat(List.of(struct.get("i"), struct.get("n"))).containsExactly("7", "99.90");
  }

  @Test
  void decidesAboutUnknownMembersOfAStruct() throws IOException {
    schema("urn:a", "{\"i\":{\"type\":\"integer\"}}");
    SinkRecord record = message("urn:a", "{\"i\":7,\"canary\":8}");
    assertThat(((Struct) structs().apply(record).value()).get("i")).isEqualTo(7L);
    assertThatThrownBy(() -> structs("unknown.members", "fail").apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageNotContaining("canary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"i\":\"canary\"}", "{\"canary\":1}", "{\"i\":1.5}"})
  void refusesDataThatDoesNotFitTheSchema(String data) throws IOException {
    schema("urn:a", "{\"i\":{\"type\":\"integer\"}}");
    assertThatThrownBy(() -> structs().apply(message("urn:a", data)))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("/i")
        .hasMessageNotContaining("canary");
  }

  @Test
  void decidesAboutUrnsWithoutSchema() throws IOException {
    schema("urn:a", "{\"i\":{\"type\":\"integer\"}}");
    Files.writeString(directory.resolve("urn%3Aempty.json"), "{\"type\":\"object\"}");
    for (String urn : List.of("urn:b", "urn:empty")) {
      SinkRecord record = message(urn, DATA);
      assertThat(structs("no.schema", "pass").apply(record)).isSameAs(record);
      assertThatThrownBy(() -> structs().apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("topic orders, partition 3, offset 42")
          .hasMessageContaining("schema");
    }
  }

  @Test
  void passesOnWhatItCannotRead() {
    SinkRecord tombstone = sink(ValueKind.MAP, null, headers());
    assertThat(configured().apply(tombstone)).isSameAs(tombstone);
    SinkRecord broken = sink(ValueKind.TEXT, "canary", headers());
    assertThat(configured().apply(broken)).isSameAs(broken);
    assertThatThrownBy(() -> configured("unacceptable", "fail").apply(broken))
        .isInstanceOf(DataException.class)
        .hasMessageNotContaining("canary");
  }

  @Test
  void servesSourceRecords() {
    ExtractPayload<SourceRecord> transform = new ExtractPayload<>();
    transform.configure(Map.of());
    SourceRecord record =
        new SourceRecord(
            Map.of("p", 1),
            Map.of("o", 2),
            "orders",
            Schema.BYTES_SCHEMA,
            ValueKind.BYTES.envelope(0, 1));
    SourceRecord result = transform.apply(record);
    assertThat(result.value()).isEqualTo("{\"secret\":\"canary\"}");
    assertThat(result.sourceOffset()).isEqualTo(Map.of("o", 2));
  }

  @Test
  void namesTheKeyOfAWrongSetting() {
    for (String key :
        new String[] {
          "format", "headers", "no.schema", "unknown.members", "inexact.numbers", "header.type"
        }) {
      assertThatThrownBy(() -> configured(key, "wrong"))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
    assertThatThrownBy(() -> configured("format", "struct"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory");
  }
}
