package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.PayloadReader.InexactNumbers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadReaderTest {
  private static Envelope envelope(String data) {
    return new EnvelopeScanner().scan(new EnvelopeText().with("data", data).bytes());
  }

  private static Map<String, Object> map(InexactNumbers numbers, String data) {
    return new PayloadReader(numbers, true).map(envelope(data));
  }

  private static Struct struct(InexactNumbers numbers, Schema schema, String data) {
    return new PayloadReader(numbers, true).struct(envelope(data), schema);
  }

  private static Schema one(SchemaBuilder field) {
    return SchemaBuilder.struct().field("a", field.build()).build();
  }

  @Test
  void givesTheBytesOfDataAsTheyAre() {
    assertThat(PayloadReader.bytes(envelope("{ \"a\" : 99.90 }")))
        .asString(UTF_8)
        .isEqualTo("{ \"a\" : 99.90 }");
  }

  @Test
  void readsEveryTypeOfJson() {
    assertThat(
            map(
                InexactNumbers.FAIL,
                "{\"t\":\"Caf\\u00e9 \\\" ☕\",\"i\":7,\"n\":-99.90,\"y\":true,\"f\":false,"
                    + "\"z\":null,\"l\":[1,[],{\"x\":\"y\"}],\"o\":{},\"e\":1e3}"))
        .containsExactly(
            Map.entry("t", "Café \" ☕"),
            Map.entry("i", 7L),
            Map.entry("n", -99.9),
            Map.entry("y", true),
            Map.entry("f", false),
            new java.util.AbstractMap.SimpleEntry<>("z", null),
            Map.entry("l", Arrays.asList(1L, List.of(), Map.of("x", "y"))),
            Map.entry("o", Map.of()),
            Map.entry("e", 1000.0));
  }

  @Test
  void takesTheLastOfRepeatedMembers() {
    assertThat(map(InexactNumbers.FAIL, "{\"a\":1,\"a\":2}")).containsExactly(Map.entry("a", 2L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775807", "-9223372036854775808", "0", "-0"})
  void keepsIntegersOf64Bits(String number) {
    assertThat(map(InexactNumbers.FAIL, "{\"a\":" + number + "}"))
        .containsEntry("a", Long.valueOf(number));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775808",
        "18446744073709551616",
        "12345678901234567890123",
        "0.1234567890123456789",
        "9007199254740993.0",
        "1e400",
        "1e-400",
        "1e9999999999",
        "123456789012345678901234567890.5",
      })
  void neverChangesANumberInSilence(String number) {
    String data = "{\"canary\":" + number + "}";
    assertThatThrownBy(() -> map(InexactNumbers.FAIL, data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("number")
        .hasMessageNotContaining("canary")
        .hasMessageNotContaining(number);
    assertThat(map(InexactNumbers.TEXT, data)).containsEntry("canary", number);
  }

  @Test
  void roundsWhenToldAndPossible() {
    assertThat(
            map(InexactNumbers.ROUND, "{\"a\":18446744073709551616,\"b\":0.10000000000000000001}"))
        .containsEntry("a", 1.8446744073709552E19)
        .containsEntry("b", 0.1);
    assertThatThrownBy(() -> map(InexactNumbers.ROUND, "{\"a\":1e400}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void handlesNumbersOfAnyLengthAtOnce() {
    String digits = "1".repeat(1_000_000);
    assertThat(map(InexactNumbers.TEXT, "{\"a\":" + digits + ",\"b\":0." + digits + "}"))
        .containsEntry("a", digits)
        .containsEntry("b", "0." + digits);
  }

  @Test
  void fillsAStruct() {
    Schema item = SchemaBuilder.struct().field("sku", Schema.STRING_SCHEMA).build();
    Schema schema =
        SchemaBuilder.struct()
            .field("id", Schema.INT64_SCHEMA)
            .field("total", Schema.FLOAT64_SCHEMA)
            .field("paid", Schema.OPTIONAL_BOOLEAN_SCHEMA)
            .field("note", Schema.OPTIONAL_STRING_SCHEMA)
            .field("items", SchemaBuilder.array(item).optional().build())
            .field("rest", PayloadReader.JSON)
            .field("gone", Schema.OPTIONAL_STRING_SCHEMA)
            .build();
    Struct struct =
        struct(
            InexactNumbers.FAIL,
            schema,
            "{\"id\":1e3,\"total\":99.90,\"paid\":true,\"note\":null,\"items\":[{\"sku\":\"a\"}],"
                + "\"rest\":{ \"x\" : 99.90 },\"unknown\":{\"a\":[1]}}");
    struct.validate();
    assertThat(struct.get("id")).isEqualTo(1000L);
    assertThat(struct.get("total")).isEqualTo(99.9);
    assertThat(struct.get("paid")).isEqualTo(true);
    assertThat(struct.get("note")).isNull();
    assertThat(struct.getArray("items")).containsExactly(new Struct(item).put("sku", "a"));
    assertThat(struct.get("rest")).isEqualTo("{ \"x\" : 99.90 }");
    assertThat(struct.get("gone")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"true", "-1.50", "\"t\"", "[1]"})
  void keepsTheJsonOfWhatHasNoType(String json) {
    Schema schema = SchemaBuilder.struct().field("a", PayloadReader.JSON).build();
    assertThat(struct(InexactNumbers.FAIL, schema, "{\"a\":" + json + "}").get("a"))
        .isEqualTo(json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"canary\"", "1.5", "9223372036854775808", "true", "{}", "[]", "null"})
  void refusesWhatIsNoInteger(String json) {
    assertMisfit(one(SchemaBuilder.int64()), json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"canary\"", "0.1234567890123456789", "1e400", "true", "{}", "null"})
  void refusesWhatIsNoDouble(String json) {
    assertMisfit(one(SchemaBuilder.float64()), json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "true", "[\"canary\"]", "{\"canary\":1}", "null"})
  void refusesWhatIsNoText(String json) {
    assertMisfit(one(SchemaBuilder.string()), json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"canary\"", "{}", "null", "[null]", "[\"canary\"]"})
  void refusesWhatIsNoListOfIntegers(String json) {
    assertMisfit(one(SchemaBuilder.array(Schema.INT64_SCHEMA)), json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"canary\"", "[]", "null", "{}", "{\"b\":null}"})
  void refusesWhatIsNoSuchObject(String json) {
    Schema inner = SchemaBuilder.struct().field("b", Schema.STRING_SCHEMA).build();
    assertMisfit(SchemaBuilder.struct().field("a", inner).build(), json);
  }

  private static void assertMisfit(Schema schema, String json) {
    assertThatThrownBy(() -> struct(InexactNumbers.FAIL, schema, "{\"a\":" + json + "}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("/a")
        .hasMessageNotContaining("canary")
        .hasMessageNotContaining("1234");
  }

  @Test
  void roundsDoublesOfAStructButNeverIntegers() {
    String data = "{\"a\":12345678901234567890}";
    assertThat(struct(InexactNumbers.ROUND, one(SchemaBuilder.float64()), data).get("a"))
        .isEqualTo(1.2345678901234567E19);
    assertThatThrownBy(() -> struct(InexactNumbers.ROUND, one(SchemaBuilder.int64()), data))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void keepsTheDigitsWhereTheSchemaSaysSo() {
    Schema schema = one(SchemaBuilder.string().name(PayloadReader.NUMBER_TEXT));
    assertThat(struct(InexactNumbers.TEXT, schema, "{\"a\":99.90}").get("a")).isEqualTo("99.90");
    assertThatThrownBy(() -> struct(InexactNumbers.TEXT, schema, "{\"a\":\"1\"}"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesUnknownMembersWhenTold() {
    Schema schema = one(SchemaBuilder.int64());
    PayloadReader strict = new PayloadReader(InexactNumbers.FAIL, false);
    assertThatThrownBy(() -> strict.struct(envelope("{\"a\":1,\"canary\":2}"), schema))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not name")
        .hasMessageNotContaining("canary");
    assertThat(strict.struct(envelope("{\"a\":1}"), schema).get("a")).isEqualTo(1L);
  }

  @Test
  void refusesTextThatIsNoObject() {
    PayloadReader reader = new PayloadReader(InexactNumbers.FAIL, true);
    for (String json : new String[] {"", "[1]", "{\"canary\":", "canary"}) {
      assertThatThrownBy(() -> reader.map(json.getBytes(UTF_8)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("canary");
    }
  }
}
