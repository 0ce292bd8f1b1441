package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The subset of draft-07 that payloads are judged by (PSC-1 to PSC-4, PSC-6). */
class PayloadSchemaTest {

  private static JsonNode json(String text) throws IOException {
    return JsonTree.read(text.replace('\'', '"').getBytes(UTF_8));
  }

  private static String violation(String schema, String value) throws IOException {
    SchemaViolation violation = new PayloadSchema(json(schema)).firstViolation(json(value));
    return violation == null ? "none" : violation.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "object; {}",
        "array; []",
        "string; ''",
        "integer; 1",
        "integer; 1.0",
        "integer; 1e3",
        "integer; 123456789012345678901234567890",
        "integer; -0.0",
        "integer; 1e999999999",
        "number; 1",
        "number; 0.5",
        "boolean; false",
        "null; null"
      })
  void acceptsTheDeclaredType(String type, String value) throws IOException {
    assertThat(violation("{'type':'" + type + "'}", value)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "object; []",
        "array; {}",
        "string; 1",
        "integer; 1.5",
        "integer; 1e-3",
        "integer; true",
        "integer; '1'",
        "number; true",
        "number; '1'",
        "boolean; 'true'",
        "boolean; 1",
        "null; 0",
        "null; 'null'",
        "integer; 1e-999999999"
      })
  void refusesOtherTypes(String type, String value) throws IOException {
    assertThat(violation("{'type':'" + type + "'}", value)).isEqualTo("type at the root");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1; 1.0",
        "1.50; 1.5",
        "100; 1e2",
        "0; -0.0",
        "[1]; [1.0]",
        "{'a':[1.0]}; {'a':[1]}",
        "null; null",
        "'x'; 'x'",
        "{'a':1,'b':2}; {'b':2,'a':1}",
        "9007199254740993; 9007199254740993.0"
      })
  void comparesByValue(String expected, String value) throws IOException {
    assertThat(violation("{'const':" + expected + "}", value)).isEqualTo("none");
    assertThat(violation("{'enum':['other'," + expected + "]}", value)).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "1; '1'",
        "1; true",
        "'1'; 1",
        "false; 0",
        "null; 0",
        "null; 'null'",
        "[]; {}",
        "[1]; [1,1]",
        "{'a':1}; {'a':1,'b':1}",
        "9007199254740993; 9007199254740992",
        "1; 1e999999999",
        "1; 1e-999999999",
        "[1]; [1e999999999]",
        "0; 1e-999999999"
      })
  void tellsOtherValuesApart(String expected, String value) throws IOException {
    assertThat(violation("{'const':" + expected + "}", value)).isEqualTo("const at the root");
    assertThat(violation("{'enum':[" + expected + "]}", value)).isEqualTo("enum at the root");
  }

  @Test
  void looksAtConstAndEnumBeforeTheType() throws IOException {
    assertThat(violation("{'type':'string','enum':[3],'const':4}", "2"))
        .isEqualTo("const at the root");
    assertThat(violation("{'type':'string','enum':[3]}", "2")).isEqualTo("enum at the root");
    assertThat(violation("{'type':'string','enum':[3]}", "3")).isEqualTo("type at the root");
    assertThat(violation("{'enum':[]}", "1")).isEqualTo("enum at the root");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'minimum':5}; 1",
        "{'minLength':5}; 'a'",
        "{'required':['a']}; {}",
        "{'properties':{'a':{'type':'string'}}}; {'a':1}",
        "{'additionalProperties':false}; {'a':1}",
        "{'items':{'type':'string'}}; [1]",
        "{'type':'string','minimum':5}; 'a'",
        "{'type':['string','null'],'minLength':5}; 'a'",
        "{'type':['string','null']}; 1",
        "{'type':'array','required':['a']}; []"
      })
  void ignoresKeywordsWithoutTheirType(String schema, String value) throws IOException {
    assertThat(violation(schema, value)).isEqualTo("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'maxLength':1",
        "'format':'uuid'",
        "'pattern':'^$'",
        "'maximum':0",
        "'exclusiveMinimum':99",
        "'multipleOf':7",
        "'not':{}",
        "'allOf':[false]",
        "'$ref':'#/definitions/no'",
        "'x-gdpr-sensitive':true",
        "'minProperties':9",
        "'maxItems':0",
        "'uniqueItems':true",
        "'propertyNames':false",
        "'patternProperties':{'':false}",
        "'contains':false"
      })
  void ignoresEverythingElse(String keyword) throws IOException {
    Map<String, String> values =
        Map.of(
            "string", "'abc'", "integer", "5", "array", "[1,1]", "object", "{'a':1}", "null",
            "null");
    for (Map.Entry<String, String> value : values.entrySet()) {
      String schema = "{'type':'" + value.getKey() + "'," + keyword + "}";
      assertThat(violation(schema, value.getValue())).as(schema).isEqualTo("none");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'properties':{'a':false}}; {'a':1}",
        "{'additionalProperties':{'type':'string'}}; {'a':1}",
        "{'additionalProperties':true}; {'a':1}",
        "{'properties':{'a':true},'additionalProperties':false}; {'a':1}",
      })
  void hasNoUseForSchemasThatAreNoObjects(String schema, String value) throws IOException {
    assertThat(violation(schema.replaceFirst("\\{", "{'type':'object',"), value)).isEqualTo("none");
    assertThat(violation("{'type':'array','items':[false]}", "[1]")).isEqualTo("none");
    assertThat(violation("{'type':'array','items':false}", "[1]")).isEqualTo("none");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, minimum at the root",
    "1, 1, none",
    "1.0, 1, none",
    "0.9999999999999999999999, 1, minimum at the root",
    "1e999999999, 1, none",
    "-1e999999999, 1, minimum at the root",
    "9223372036854775807, 9223372036854775808, minimum at the root",
  })
  void holdsTheMinimumExactly(String value, String minimum, String expected) throws IOException {
    String schema = "{'type':'number','minimum':" + minimum + "}";
    assertThat(violation(schema, value)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "ab, minLength at the root",
    "abc, none",
    "\uD83D\uDE00a, minLength at the root",
    "\uD83D\uDE00ab, none",
    "e\u0301x, none",
  })
  void countsCodePoints(String text, String expected) throws IOException {
    assertThat(violation("{'type':'string','minLength':3.0}", "'" + text + "'"))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "{'list':[{'a/b~':1},{'a/b~':'x'}]}; type at /list/1/a~1b~0",
        "{'list':[{}]}; required (a/b~) at /list/0",
        "{'list':[{'a/b~':1,'secret':1}]}; additionalProperties at /list/0",
        "{'list':[],'free':1}; none",
      })
  void saysWhereWithoutWhatOnlyThePayloadHolds(String value, String expected) throws IOException {
    String item =
        "{'type':'object','required':['a/b~'],'properties':{'a/b~':{'type':'integer'}},"
            + "'additionalProperties':false}";
    String schema = "{'type':'object','properties':{'list':{'type':'array','items':" + item + "}}}";
    assertThat(violation(schema, value)).isEqualTo(expected);
  }

  @Test
  void takesTheLastOfARepeatedName() throws IOException {
    String schema = "{'type':'object','properties':{'a':{'type':'integer'}}}";
    assertThat(violation(schema, "{'a':'x','a':1}")).isEqualTo("none");
    assertThat(violation(schema, "{'a':1,'a':'x'}")).isEqualTo("type at /a");
  }

  /** A generous bound: what it guards against takes minutes or all memory. */
  @Test
  void isNotStoppedByHugeNumbers() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          for (String number : new String[] {"1e999999999", "-1e-999999999", "1e2147483647"}) {
            violation("{'type':'integer','minimum':1.5,'enum':[1,2]}", number);
            violation("{'type':'integer','minimum':1.5}", number);
            violation("{'enum':[[1],{'a':1}]}", "[" + number + "]");
          }
        });
  }

  @Test
  void refusesToReadNumbersWithoutABound() {
    for (String number :
        new String[] {"7".repeat(1001), "1e99999999999", "0." + "7".repeat(1001)}) {
      assertThatThrownBy(() -> json(number)).isInstanceOf(IOException.class);
    }
  }
}
