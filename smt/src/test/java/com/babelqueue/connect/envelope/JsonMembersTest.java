package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMembersTest {
  private static JsonMembers members(String json) {
    return JsonMembers.of(json.getBytes(UTF_8));
  }

  private static String bytes(JsonMembers members, String name) {
    return new String(members.bytes(name), UTF_8);
  }

  @Test
  void givesValuesAsTheyWereWritten() {
    JsonMembers members =
        members(" {\"b\" : 99.90, \"a\":{ \"x\" : [1e3 ] } ,\"n\":null,\"t\":\"\\u00e9\\n☕\"}");

    assertThat(members.names()).containsExactly("b", "a", "n", "t");
    assertThat(bytes(members, "b")).isEqualTo("99.90");
    assertThat(bytes(members, "a")).isEqualTo("{ \"x\" : [1e3 ] }");
    assertThat(bytes(members, "n")).isEqualTo("null");
    assertThat(bytes(members, "t")).isEqualTo("\"\\u00e9\\n☕\"");
    assertThat(members.text("t")).isEqualTo("é\n☕");
    assertThat(bytes(members.object("a"), "x")).isEqualTo("[1e3 ]");
  }

  @Test
  void isNullForWhatIsNotThereOrOfAnotherType() {
    JsonMembers members = members("{\"n\":1,\"t\":\"\"}");

    assertThat(members.bytes("x")).isNull();
    assertThat(members.text("n")).isNull();
    assertThat(members.text("t")).isEmpty();
    assertThat(members.object("t")).isNull();
    assertThat(members("[{}]")).isNull();
    assertThat(members("7")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{} canary", "{\"canary\":1,\"canary\":2}", "{\"a\":canary}"})
  void refusesWhatIsAmbiguousAndTellsNothingOfIt(String json) {
    assertThatThrownBy(() -> members(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("canary");
  }

  @Test
  void refusesANameTwiceInAnInnerObject() {
    JsonMembers members = members("{\"a\":{\"b\":1,\"b\":2}}");
    assertThatThrownBy(() -> members.object("a")).isInstanceOf(IllegalArgumentException.class);
  }
}
