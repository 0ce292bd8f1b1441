package com.babelqueue.connect.broker.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqsTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\t\n\r ~\u007f\u0085",
        "ğ ☕ \u2028",
        "\ud7ff\ue000\ufffd",
        "\ud83d\ude80",
        "\ud83f\udffe"
      })
  void textThatSqsTakesComesBackAsItWas(String text) {
    assertThat(SqsText.ofBody(text.getBytes(UTF_8))).isEqualTo(text);
    assertThat(SqsText.isLegal(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0000", "a\u0001", "\u000b", "\f", "\u001f b", "\ufffe", "x\uffff"})
  void anyOtherCharacterIsFound(String text) {
    assertThat(SqsText.ofBody(text.getBytes(UTF_8))).isNull();
    assertThat(SqsText.isLegal(text)).isFalse();
  }

  @Test
  void bytesThatAreNoUtf8AreNotReplaced() {
    assertThat(SqsText.ofBody(new byte[] {'a', (byte) 0xff})).isNull();
    assertThat(SqsText.ofBody(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80})).isNull();
    assertThat(SqsText.isLegal("\ud83d")).isFalse();
  }
}
