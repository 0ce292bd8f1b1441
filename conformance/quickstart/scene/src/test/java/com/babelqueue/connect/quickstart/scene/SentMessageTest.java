package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SentMessageTest {
  @Test
  void goodMessageSurvivesTheTalk() {
    SentMessage message =
        SentMessage.of(
                "what is shown",
                PlainEnvelope.of(
                    "urn:babel:orders:shipped", "orders", "python", 17, "{\"note\":\"naïve ☕\"}"),
                1)
            .withHeader("traceparent", "00-4bf9-00f0-01");

    SentMessage read = SentMessage.from(SceneLine.parse(message.toLine().encode()));

    assertThat(read).isEqualTo(message);
    assertThat(read.headers())
        .containsEntry("bq-job", "urn:babel:orders:shipped")
        .containsEntry("bq-attempts", "1")
        .containsEntry("traceparent", "00-4bf9-00f0-01")
        .hasSize(7);
  }

  @Test
  void poisonSurvivesTheTalk() {
    SentMessage message = SentMessage.poison("poison", "{\"qty\": 2, oops");

    assertThat(SentMessage.from(SceneLine.parse(message.toLine().encode()))).isEqualTo(message);
    assertThat(message.deadLetter()).isTrue();
  }

  @Test
  void fullQueueSurvivesTheTalk() {
    FullQueue queue = new FullQueue("small", "x-attempts", Map.of("some.queue", "small"));

    assertThat(FullQueue.from(SceneLine.parse(queue.toLine().encode()))).isEqualTo(queue);
  }

  @Test
  void nativeMessageSurvivesTheTalk() {
    NativeMessage message =
        new NativeMessage("{\"note\":\"naïve ☕\"}", Map.of("x-attempts", "0 (Integer)"));

    assertThat(NativeMessage.from(SceneLine.parse(message.toLine().encode()))).isEqualTo(message);
  }
}
