package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentMessageTest {
  private static final OrderStory STORY = new OrderStory("sqs", "orders", 1_700_000_000_000L);

  @Test
  void goodMessageSurvivesTheTalk() {
    SentMessage message =
        SentMessage.of("what is shown", STORY.shipped(), 1)
            .withHeader("traceparent", OrderStory.TRACEPARENT);

    SentMessage read = SentMessage.from(SceneLine.parse(message.toLine().encode()));

    assertThat(read).isEqualTo(message);
    assertThat(read.headers())
        .containsEntry("bq-job", "urn:babel:orders:shipped")
        .containsEntry("bq-attempts", "1")
        .containsEntry("traceparent", OrderStory.TRACEPARENT)
        .hasSize(7);
  }

  @Test
  void poisonSurvivesTheTalk() {
    SentMessage message = SentMessage.poison("poison", STORY.poison());

    assertThat(SentMessage.from(SceneLine.parse(message.toLine().encode()))).isEqualTo(message);
    assertThat(message.deadLetter()).isTrue();
  }

  @Test
  void bodyHasTheContractsOrder() {
    PlainEnvelope envelope =
        new PlainEnvelope("urn:babel:a:b", "t", "i", "orders", "go", 17, "{\"n\":99.90}");

    assertThat(envelope.body())
        .isEqualTo(
            "{\"job\":\"urn:babel:a:b\",\"trace_id\":\"t\",\"data\":{\"n\":99.90},"
                + "\"meta\":{\"id\":\"i\",\"queue\":\"orders\",\"lang\":\"go\","
                + "\"schema_version\":1,\"created_at\":17},\"attempts\":0}");
  }
}
