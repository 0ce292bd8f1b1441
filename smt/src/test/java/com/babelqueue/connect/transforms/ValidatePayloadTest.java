package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ValidatePayloadTest extends TransformContract {
  @TempDir Path directory;

  @BeforeEach
  void someSchema() {
    schema("other.json", "{'$id':'urn:other','type':'object','required':['x']}");
  }

  private void schema(String file, String json) {
    try {
      Files.writeString(directory.resolve(file), json.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new ValidatePayload<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of("schemas.directory", directory.toString());
  }

  @Override
  Headers provoking() {
    return headers();
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static SinkRecord data(String urn, String data) {
    String body = "{\"job\":\"%s\",\"trace_id\":\"t\",\"data\":%s,\"meta\":{\"schema_version\":1}}";
    return sink(ValueKind.TEXT, body.formatted(urn, data.replace('\'', '"')), headers());
  }

  @ParameterizedTest
  @EnumSource
  void failsNamingUrnLocationAndKeywordOnly(ValueKind kind) {
    schema("a.json", "{'$id':'urn:a','type':'object','properties':{'secret':{'type':'integer'}}}");
    assertThatThrownBy(() -> apply(envelope(kind, 0, headers())))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "The record at topic orders, partition 3, offset 42 has data that the schema of urn:a"
                + " refuses: type at /secret");
  }

  @ParameterizedTest
  @EnumSource
  void passesWhatIsValid(ValueKind kind) {
    schema("a.json", "{'$id':'urn:a','type':'object','properties':{'secret':{'const':'canary'}}}");
    SinkRecord record = envelope(kind, 0, headers());
    assertThat(apply(record)).isSameAs(record);
  }

  @Test
  void dropsAndRoutesWhenTold() {
    SinkRecord record = data("urn:other", "{'y':1}");
    assertThat(apply(record, "behavior", "drop")).isNull();
    SinkRecord routed = apply(record, "behavior", "route", "route.topic", "${topic}.invalid");
    assertThat(routed.topic()).isEqualTo("orders.invalid");
    assertThat(routed.value()).isSameAs(record.value());
  }

  @Test
  void passesUrnsWithoutASchema() {
    SinkRecord record = data("urn:unknown", "{'y':1}");
    assertThat(apply(record)).isSameAs(record);
  }

  @ParameterizedTest
  @CsvSource({"orders.json, urn:orders", "urn%3Afile.json, urn:file"})
  void findsTheSchemaByIdOrFileName(String file, String urn) {
    schema(file, "{" + (file.startsWith("urn") ? "" : "'$id':'" + urn + "',") + "'const':{}}");
    assertThat(apply(data(urn, "{'a':1}"), "behavior", "drop")).isNull();
    assertThat(apply(data(" " + urn + " ", "{'a':1}"), "behavior", "drop")).isNull();
    assertThat(apply(data(urn, "{}"), "behavior", "drop")).isNotNull();
  }

  @ParameterizedTest
  @EnumSource
  void refusesUnacceptableEnvelopes(ValueKind kind) {
    assertThatThrownBy(() -> apply(sink(kind, kind.envelope(0, 2), headers())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("unsupported_schema_version")
        .hasMessageNotContaining("canary");
  }

  @Test
  void refusesValuesThatAreNoEnvelope() {
    for (Object value : new Object[] {List.of("canary"), 5, new byte[] {(byte) 0xFF}, "canary"}) {
      SinkRecord record = sink(ValueKind.MAP, value, headers());
      assertThat(apply(record, "behavior", "route").topic()).isEqualTo("orders.dlq");
      assertThatThrownBy(() -> apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("topic orders, partition 3, offset 42")
          .hasMessageNotContaining("canary");
    }
  }

  @Test
  void refusesNumbersThatCannotBeCompared() {
    for (String number : new String[] {"7".repeat(1001), "1e99999999999"}) {
      assertThatThrownBy(() -> apply(data("urn:other", "{'x':" + number + "}")))
          .isInstanceOf(DataException.class)
          .hasMessageEndingWith("refuses: a number in it is too long")
          .hasMessageNotContaining("777");
      SinkRecord unjudged = data("urn:unknown", "{'x':" + number + "}");
      assertThat(apply(unjudged)).isSameAs(unjudged);
    }
  }

  @Test
  void leavesTheTextAroundDataAlone() {
    SinkRecord record =
        sink(
            ValueKind.BYTES,
            ("\t{\"x\":1e99999999999,\"data\" : {\"x\":1} ,\"job\":\"urn:other\",\"trace_id\":\"t\","
                    + "\"meta\":{\"schema_version\":1}}\n")
                .getBytes(UTF_8),
            headers());
    assertThat(apply(record)).isSameAs(record);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'$id':'urn:bad','type':'text'}; type",
        "{'$id':'urn:bad','properties':{'a':{'minimum':'1'}}}; /properties/a/minimum",
        "{'$id':'urn:bad','required':'a'}; /required",
        "{'$id':'urn:bad','minLength':-1}; /minLength",
        "{'$id':'urn:bad','enum':3}; /enum",
        "{'$id':'urn:bad','items':{'additionalProperties':1}}; /items/additionalProperties",
      })
  void refusesSchemasThatAreNone(String schema, String place) {
    schema("bad.json", schema);
    assertThatThrownBy(() -> configured())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory")
        .hasMessageContaining("urn:bad")
        .hasMessageContaining(place);
  }

  @Test
  void takesSchemasWithAnyOtherKeyword() {
    schema(
        "a.json",
        "{'$id':'urn:a','$schema':'http://json-schema.org/draft-07/schema#','pattern':'(?<=x)[[:',"
            + "'x-gdpr-sensitive':true,'$ref':'not here','format':'none'}");
    SinkRecord record = data("urn:a", "{}");
    assertThat(apply(record)).isSameAs(record);
  }

  @Test
  void namesTheKeyOfAWrongSetting() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    for (String wrong : new String[] {empty.toString(), directory + "/none", "", "\0"}) {
      assertThatThrownBy(() -> configured("schemas.directory", wrong))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("schemas.directory");
    }
    assertThatThrownBy(() -> create().configure(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory");
    assertThatThrownBy(() -> configured("behavior", "wrong"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("behavior");
  }
}
