package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.PayloadReader;
import com.babelqueue.connect.envelope.PayloadReader.InexactNumbers;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructSchemasTest {
  private static Schema derive(String urn, String json, boolean numbersAsText) {
    PayloadReader reader = new PayloadReader(InexactNumbers.TEXT, true);
    return new StructSchemas(numbersAsText).of(urn, reader.map(json.getBytes(UTF_8)));
  }

  private static Schema field(String json, boolean numbersAsText) {
    return derive(
            "urn:a",
            "{\"type\":\"object\",\"required\":[\"f\"],\"properties\":{\"f\":" + json + "}}",
            numbersAsText)
        .field("f")
        .schema();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"string\",\"minLength\":3} | STRING",
        "{\"type\":\"boolean\"} | BOOLEAN",
        "{\"type\":\"integer\",\"minimum\":1} | INT64",
        "{\"type\":\"number\"} | FLOAT64",
        "{\"enum\":[\"USD\",\"EUR\"]} | STRING",
        "{\"const\":\"USD\"} | STRING",
      })
  void mapsTheTypesOfTheSubset(String json, Schema.Type type) {
    assertThat(field(json, false)).isEqualTo(new SchemaBuilder(type).build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "true",
        "{\"type\":[\"string\",\"null\"]}",
        "{\"type\":\"null\"}",
        "{\"type\":\"object\"}",
        "{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":\"array\"}",
        "{\"type\":\"array\",\"items\":[{\"type\":\"string\"}]}",
        "{\"enum\":[\"USD\",1]}",
        "{\"enum\":[]}",
        "{\"const\":1}",
        "{\"type\":[\"string\"],\"enum\":[\"a\"]}",
        "{\"$ref\":\"#/x\"}",
      })
  void carriesWhatHasNoTypeAsJson(String json) {
    assertThat(field(json, false)).isEqualTo(PayloadReader.JSON);
  }

  @Test
  void nestsAndNamesInTheOrderOfTheFile() {
    Schema schema =
        derive(
            "urn:babel:order-shop:2.order.created",
            "{\"type\":\"object\",\"required\":[\"z\",\"items\"],\"properties\":{"
                + "\"z\":{\"type\":\"string\"},\"a\":{\"type\":\"integer\"},"
                + "\"items\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"required\":[\"sku\"],"
                + "\"properties\":{\"sku\":{\"type\":\"string\"}}}},"
                + "\"sub obj\":{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"boolean\"}}}}}",
            false);
    Schema item =
        SchemaBuilder.struct()
            .name("urn.babel.order_shop._2.order.created.items")
            .field("sku", Schema.STRING_SCHEMA)
            .build();
    assertThat(schema)
        .isEqualTo(
            SchemaBuilder.struct()
                .name("urn.babel.order_shop._2.order.created")
                .field("z", Schema.STRING_SCHEMA)
                .field("a", Schema.OPTIONAL_INT64_SCHEMA)
                .field("items", SchemaBuilder.array(item).build())
                .field(
                    "sub obj",
                    SchemaBuilder.struct()
                        .name("urn.babel.order_shop._2.order.created.sub_obj")
                        .optional()
                        .field("b", Schema.OPTIONAL_BOOLEAN_SCHEMA)
                        .build())
                .build());
  }

  @Test
  void carriesNumbersAsTextWhenTold() {
    Schema digits = SchemaBuilder.string().name(PayloadReader.NUMBER_TEXT).build();
    assertThat(field("{\"type\":\"integer\"}", true)).isEqualTo(digits);
    assertThat(field("{\"type\":\"number\"}", true)).isEqualTo(digits);
    assertThat(field("{\"type\":\"string\"}", true)).isEqualTo(Schema.STRING_SCHEMA);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{\"type\":\"object\"}", "{\"properties\":{\"a\":{\"type\":\"string\"}}}"})
  void givesNothingForWhatIsNoObjectWithProperties(String json) {
    assertThat(derive("urn:a", json, false)).isNull();
  }
}
