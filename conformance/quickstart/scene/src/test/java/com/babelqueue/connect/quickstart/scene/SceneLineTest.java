package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SceneLineTest {
  @Test
  void anyTextSurvivesOnOneLine() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("a=b c", "line\nend, = % + & \"quoted\" — Café ☕");
    texts.put("empty", "");
    SceneLine line = new SceneLine(SceneLine.Word.SENT, texts);

    assertThat(line.encode()).doesNotContain("\n").startsWith("SENT a%3Db+c=line%0Aend");
    assertThat(SceneLine.parse(line.encode())).isEqualTo(line);
  }

  @Test
  void lineWithoutTextsIsItsWord() {
    assertThat(SceneLine.parse("DONE")).isEqualTo(new SceneLine(SceneLine.Word.DONE, Map.of()));
  }

  @Test
  void textsUnderPrefixLoseIt() {
    SceneLine line =
        new SceneLine(SceneLine.Word.READY, Map.of("broker", "x"))
            .with("setting.", Map.of("sqs.region", "eu"));

    assertThat(line.under("setting.")).containsExactly(Map.entry("sqs.region", "eu"));
    assertThat(line.text("none")).isEmpty();
  }

  @Test
  void otherLinesAreRefused() {
    assertThatThrownBy(() -> SceneLine.parse("a log line"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SceneLine.parse("READY broker"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
