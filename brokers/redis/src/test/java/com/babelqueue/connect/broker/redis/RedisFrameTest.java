package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RED-6 to RED-8 and contract section 9, item 9. */
class RedisFrameTest {
  private static final String BODY = "{\"job\":\"urn:x\",\"data\":{\"price\":99.90}}";

  @Test
  void aFrameGivesBodyAndHeaders() {
    RedisFrame frame = of(frame("1", "{\"traceparent\":\"00-1-2-01\"}", quoted(BODY)));

    assertThat(text(frame)).isEqualTo(BODY);
    assertThat(frame.headers()).containsExactly(new NativeHeader("traceparent", "00-1-2-01"));
  }

  @Test
  void theBodyIsTheDecodedTextInUtf8() {
    RedisFrame frame = of(frame("1", "{}", "\"{\\\"a\\\":\\\"\\u00e9 \\ud83d\\ude00 \\/ é\\\"}\""));

    assertThat(text(frame)).isEqualTo("{\"a\":\"é 😀 / é\"}");
  }

  @Test
  void blankHeadersAreLeftToWhoeverCarriesThem() {
    RedisFrame frame = of(frame("1", "{\"a\":\" \",\"\":\"x\"}", quoted(BODY)));

    assertThat(text(frame)).isEqualTo(BODY);
    assertThat(frame.headers())
        .containsExactly(new NativeHeader("a", " "), new NativeHeader("", "x"));
  }

  @Test
  void headerValuesThatAreNotTextAreWrittenAsTextOrLeftOut() {
    RedisFrame frame =
        of(
            frame(
                "1",
                "{\"n\":1.50,\"b\":true,\"null\":null,\"o\":{\"x\":[1]},\"l\":[\"a\"],\"s\":\"t\"}",
                quoted(BODY)));

    assertThat(frame.headers())
        .containsExactly(
            new NativeHeader("n", "1.50"),
            new NativeHeader("b", "true"),
            new NativeHeader("s", "t"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "-1", "0.1", "1e400", "1e9999999999", "0.0000000001"})
  void anyNumberButZeroMarksAFrame(String sentinel) {
    assertThat(text(of(frame(sentinel, "{}", quoted(BODY))))).isEqualTo(BODY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.0", "-0", "0e5", "\"1\"", "true", "null", "[1]", "{\"a\":1}"})
  void nothingElseDoes(String sentinel) {
    assertBare(frame(sentinel, "{}", quoted(BODY)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"job\":\"x\"}", "7", "null", "[\"x\"]", "true"})
  void aBodyThatIsNoTextIsNoFrame(String body) {
    assertBare(frame("1", "{}", body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"__bq_frame\":1,\"headers\":{}}",
        "{\"data\":{\"__bq_frame\":1,\"body\":\"x\"},\"body\":\"y\"}",
        "{\"data\":\"say \\\"__bq_frame\\\"\",\"body\":\"y\"}",
        " {\"__bq_frame\":1,\"body\":\"x\"}",
        "[{\"__bq_frame\":1,\"body\":\"x\"}]",
        "{\"__bq_frame\":1,\"body\":\"x\"",
        "{\"__bq_frame\":1,\"body\":\"x\"} x",
        "{\"__bq_frame\":1,\"body\":\"x\"}{}",
        "{\"__bq_frame\":1,\"body\":\"\\ud83d\"}",
        "{\"__bq_frame\" :01,\"body\":\"x\"}",
        "{\"__BQ_FRAME\":1,\"body\":\"x\"}",
        "{\"\\u005f_bq_frame\":1,\"body\":\"x\"}",
        "\"__bq_frame\"",
        "{",
        ""
      })
  void whateverDoesNotFitTheRuleIsABareElement(String element) {
    assertBare(element);
  }

  @Test
  void trailingSpaceIsPartOfJson() {
    assertThat(text(of(frame("1", "{}", quoted(BODY)) + " \n"))).isEqualTo(BODY);
  }

  @Test
  void ofTwoMembersWithOneNameTheLastCounts() {
    assertThat(text(of("{\"__bq_frame\":0,\"body\":\"a\",\"__bq_frame\":1,\"body\":\"b\"}")))
        .isEqualTo("b");
    assertBare("{\"__bq_frame\":1,\"body\":\"a\",\"__bq_frame\":0}");
    assertBare("{\"__bq_frame\":1,\"body\":\"a\",\"body\":7}");
  }

  @Test
  void headersThatAreNoObjectAreNone() {
    RedisFrame frame = of(frame("1", "[\"a\"]", quoted(BODY)));

    assertThat(text(frame)).isEqualTo(BODY);
    assertThat(frame.headers()).isEmpty();
  }

  @Test
  void malformedUtf8IsNoFrame() {
    String overlong = frame("1", "{}", "\"\u00c0\u00af\"");
    byte[] element = overlong.getBytes(ISO_8859_1);

    assertThat(RedisFrame.of(element).body()).isSameAs(element);
  }

  @Test
  void aLargeBodyIsUnwrapped() {
    String large = "x".repeat(25_000_000);

    assertThat(text(of(frame("1", "{}", quoted(large))))).hasSize(large.length());
  }

  @Test
  void deepNestingIsNoFrameAndNoFailure() {
    assertBare(
        "{\"__bq_frame\":1,\"x\":" + "[".repeat(5_000) + "]".repeat(5_000) + ",\"body\":\"x\"}");
  }

  private static void assertBare(String element) {
    byte[] bytes = element.getBytes(UTF_8);
    RedisFrame frame = RedisFrame.of(bytes);

    assertThat(frame.body()).isSameAs(bytes);
    assertThat(frame.headers()).isEqualTo(List.of());
  }

  private static RedisFrame of(String element) {
    return RedisFrame.of(element.getBytes(UTF_8));
  }

  private static String text(RedisFrame frame) {
    return new String(frame.body(), UTF_8);
  }

  private static String frame(String sentinel, String headers, String body) {
    return "{\"__bq_frame\":" + sentinel + ",\"headers\":" + headers + ",\"body\":" + body + "}";
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
