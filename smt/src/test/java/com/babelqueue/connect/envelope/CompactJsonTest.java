package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompactJsonTest {
  private static String compact(String json) {
    return new String(CompactJson.of(json.getBytes(UTF_8)), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`{ \"a\" : [ 1.50 , 1e3 ] }` | `{\"a\":[1.50,1e3]}`",
        "`{\"a b\": \"c  d\"}` | `{\"a b\":\"c  d\"}`",
        "`{\"a\": \" \\\" : \\\\\" , \"b\": 1}` | `{\"a\":\" \\\" : \\\\\",\"b\":1}`",
        "`{\"é\": \" ☕ \"}` | `{\"é\":\" ☕ \"}`",
      },
      delimiter = '|')
  void takesOutWhatStandsBetweenTokens(String json, String expected) {
    assertThat(compact(json)).isEqualTo(expected);
  }

  @Test
  void takesOutLineBreaksAndTabs() {
    assertThat(compact("{\r\n\t\"a\":\t1\n}\n")).isEqualTo("{\"a\":1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"a\":\" b \",\"c\":[1,2]}", "{\"\\\\\":\" \\\" \"}"})
  void leavesCompactTextAlone(String json) {
    byte[] bytes = json.getBytes(UTF_8);
    assertThat(CompactJson.of(bytes)).isSameAs(bytes);
  }
}
