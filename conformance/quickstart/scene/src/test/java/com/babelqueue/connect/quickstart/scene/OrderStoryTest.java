package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderStoryTest {
  private final List<String> bodies = new ArrayList<>();
  private final List<Map<String, String>> headers = new ArrayList<>();
  private final List<SentMessage> announced = new ArrayList<>();

  /** A message is announced when the broker has it, not before. */
  private final PlainSender sender =
      new PlainSender() {
        @Override
        public void sendEnvelope(PlainEnvelope envelope, Map<String, String> beside) {
          assertThat(announced).hasSameSizeAs(bodies);
          bodies.add(envelope.body());
          headers.add(beside);
        }

        @Override
        public void sendBare(String body) {
          assertThat(announced).hasSameSizeAs(bodies);
          bodies.add(body);
          headers.add(Map.of());
        }
      };

  @Test
  void whatIsAnnouncedWasSentAsItIs() {
    new OrderStory("redis", "orders").sendRest(sender, "a frame", announced::add);

    assertThat(announced).extracting(SentMessage::body).isEqualTo(bodies);
    assertThat(announced)
        .extracting(SentMessage::deadLetter)
        .containsExactly(false, false, false, true);
  }

  @Test
  void oneDeliveryInVainIsOneAttempt() {
    new OrderStory("sqs", "orders")
        .sendDeliveredInVain(
            sender, () -> assertThat(bodies).hasSize(1), "given back", announced::add);

    assertThat(announced.get(0).what()).isEqualTo("given back, so bq-attempts is 1");
    assertThat(announced.get(0).body()).contains("\"attempts\":0");
    assertThat(announced.get(0).headers()).containsEntry("bq-attempts", "1");
  }

  @Test
  void traceTravelsBesideOneEnvelope() {
    new OrderStory("redis", "orders").sendRest(sender, "a frame", announced::add);

    assertThat(announced.get(0).what()).isEqualTo("with a traceparent in a frame");
    assertThat(headers.get(0)).containsOnlyKeys("traceparent");
    assertThat(announced.get(0).headers()).containsAllEntriesOf(headers.get(0));
    assertThat(headers.subList(1, headers.size())).allSatisfy(none -> assertThat(none).isEmpty());
  }

  @Test
  void poisonTellsItsBroker() {
    new OrderStory("redis", "orders").sendRest(sender, "a frame", announced::add);

    assertThat(bodies.get(3)).contains("redis");
  }

  @Test
  void roundTripHasGoodMessagesOnly() {
    List<SentMessage> messages = new OrderStory("redis", "orders").roundTrip(1);

    assertThat(messages).hasSize(3).noneMatch(SentMessage::deadLetter);
    assertThat(messages)
        .allSatisfy(message -> assertThat(message.headers()).containsEntry("bq-attempts", "1"));
    assertThat(messages.get(1).headers()).containsKey("traceparent");
  }
}
