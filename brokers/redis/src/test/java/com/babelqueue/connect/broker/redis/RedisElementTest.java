package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** RED-1 and RED-6: what is written, and that it reads back. */
class RedisElementTest {
  private static final String BODY = "{\"job\":\"urn:x\",\"data\":{\"price\":99.90}}";

  @Test
  void withoutHeadersTheBodyIsBare() {
    byte[] body = bytes(BODY);

    assertThat(RedisElement.of(body, List.of())).isSameAs(body);
    assertThat(RedisElement.of(body, List.of(new NativeHeader("b", new byte[] {(byte) 0xff}))))
        .as("bytes cannot travel in a frame")
        .isSameAs(body);
  }

  @Test
  void headersAreSortedAndTheBodyIsText() {
    byte[] element =
        RedisElement.of(
            bytes(BODY),
            List.of(
                new NativeHeader("z", "1"),
                new NativeHeader("bytes", new byte[] {(byte) 0xff}),
                new NativeHeader("a", "2")));

    assertThat(element)
        .asString(UTF_8)
        .isEqualTo(
            "{\"__bq_frame\":1,\"headers\":{\"a\":\"2\",\"z\":\"1\"},"
                + "\"body\":\"{\\\"job\\\":\\\"urn:x\\\",\\\"data\\\":{\\\"price\\\":99.90}}\"}");
  }

  @Test
  void onlyWhatMustBeIsEscaped() {
    byte[] element =
        RedisElement.of(
            bytes("{\"a\":\"</&é😀\u2028\"}"),
            List.of(new NativeHeader("h", "\b\f\n\r\t\u0000\u001f\u007f")));

    assertThat(element)
        .asString(UTF_8)
        .isEqualTo(
            "{\"__bq_frame\":1,\"headers\":{\"h\":\"\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\"},"
                + "\"body\":\"{\\\"a\\\":\\\"</&é😀\u2028\\\"}\"}");
    assertThat(RedisFrame.of(element).headers())
        .containsExactly(new NativeHeader("h", "\b\f\n\r\t\u0000\u001f\u007f"));
    assertThat(RedisFrame.of(element).body()).asString(UTF_8).isEqualTo("{\"a\":\"</&é😀\u2028\"}");
  }

  @Test
  void aBodyThatLooksLikeAFrameGetsOneSoThatItArrives() {
    byte[] body = bytes("{\"job\":\"urn:x\",\"__bq_frame\":1,\"body\":\"unknown key\"}");

    byte[] element = RedisElement.of(body, List.of());

    assertThat(element).asString(UTF_8).startsWith("{\"__bq_frame\":1,\"headers\":{},\"body\":");
    assertThat(RedisFrame.of(element).body()).isEqualTo(body);
    assertThat(RedisFrame.of(element).headers()).isEmpty();
  }

  @Test
  void aBodyThatIsNoTextStaysBare() {
    byte[] body = {'{', (byte) 0xff, '}'};

    assertThat(RedisElement.of(body, List.of(new NativeHeader("a", "1")))).isSameAs(body);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
