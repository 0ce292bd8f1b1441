package com.babelqueue.connect.broker.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.rabbitmq.client.AMQP;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitMqProjectionTest {
  private static final String BODY =
      "{\"job\":\" urn:babel:orders:created \",\"trace_id\":\"t-1\",\"data\":{},"
          + "\"meta\":{\"id\":\"m-1\",\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
          + "\"created_at\":1700000000000},\"attempts\":0}";

  @Test
  void everyNativeFieldHasItsTypeAndNoOtherIsThere() throws Exception {
    assertThat(RabbitMqProjection.of(envelope(BODY), 3, List.of()))
        .isEqualTo(
            new AMQP.BasicProperties.Builder()
                .type("urn:babel:orders:created")
                .correlationId("t-1")
                .messageId("m-1")
                .appId("babelqueue")
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(2)
                .headers(Map.of("x-schema-version", 1, "x-source-lang", "php", "x-attempts", 3))
                .build());
  }

  @Test
  void whatIsMissingOrBlankIsLeftOut() throws Exception {
    Envelope bare =
        envelope("{\"job\":\"urn:x\",\"trace_id\":\" \",\"data\":{},\"meta\":{\"lang\":\"\\t\"}}");

    assertThat(RabbitMqProjection.of(bare, 0, List.of()))
        .isEqualTo(
            new AMQP.BasicProperties.Builder()
                .type("urn:x")
                .appId("babelqueue")
                .contentType("application/json")
                .contentEncoding("utf-8")
                .deliveryMode(2)
                .headers(Map.of("x-attempts", 0))
                .build());
  }

  @Test
  void aRawBodyGetsNoProjection() throws Exception {
    AMQP.BasicProperties raw =
        RabbitMqProjection.of(
            null, 0, List.of(new NativeHeader("note", "n"), new NativeHeader("x-attempts", "7")));

    assertThat(raw)
        .isEqualTo(
            new AMQP.BasicProperties.Builder()
                .contentType("application/json")
                .deliveryMode(2)
                .headers(Map.of("note", "n"))
                .build());
    assertThat(RabbitMqProjection.of(null, 0, List.of()).getHeaders()).isNull();
  }

  @Test
  void outOfBandHeadersTravelAndTheContractsNamesAreItsOwn() throws Exception {
    byte[] bytes = {(byte) 0xC3, 0x28};
    AMQP.BasicProperties properties =
        RabbitMqProjection.of(
            envelope(BODY.replace("\"lang\":\"php\",", "")),
            0,
            List.of(
                new NativeHeader("binary", bytes),
                new NativeHeader("traceparent", "00-1"),
                new NativeHeader("x-attempts", "9"),
                new NativeHeader("x-source-lang", "from elsewhere")));

    assertThat(properties.getHeaders())
        .isEqualTo(
            Map.of("binary", bytes, "traceparent", "00-1", "x-schema-version", 1, "x-attempts", 0));
  }

  /** As text they would make the broker close the channel, and as lists copy the message. */
  @Test
  void headersThatRouteAreLeftBehind() throws Exception {
    assertThat(
            RabbitMqProjection.of(
                    envelope(BODY),
                    0,
                    List.of(new NativeHeader("BCC", "q"), new NativeHeader("CC", "q")))
                .getHeaders())
        .containsOnlyKeys("x-schema-version", "x-source-lang", "x-attempts");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "é", "漢", "😀"})
  void whatFitsNoShortStringIsLeftOutOrMakesTheMessageUnfit(String character) throws Exception {
    int most = 255 / character.getBytes(UTF_8).length;
    String fits = character.repeat(most);
    String tooLong = character.repeat(most + 1);

    AMQP.BasicProperties full =
        RabbitMqProjection.of(
            envelope(BODY.replace("t-1", fits).replace("m-1", fits).replace(urn(), fits)),
            0,
            List.of(new NativeHeader(fits, "v")));
    assertThat(List.of(full.getType(), full.getCorrelationId(), full.getMessageId()))
        .containsOnly(fits);
    assertThat(full.getHeaders()).containsEntry(fits, "v");

    AMQP.BasicProperties less =
        RabbitMqProjection.of(
            envelope(BODY.replace("t-1", tooLong).replace("m-1", tooLong)), 0, List.of());
    assertThat(less.getCorrelationId()).isNull();
    assertThat(less.getMessageId()).isNull();

    assertUnfit(BODY.replace(urn(), tooLong), List.of());
    assertUnfit(BODY, List.of(new NativeHeader(tooLong, "v")));
  }

  private static void assertUnfit(String body, List<NativeHeader> headers) {
    assertThatThrownBy(() -> RabbitMqProjection.of(envelope(body), 0, headers))
        .isInstanceOfSatisfying(
            UnfitMessageException.class, e -> assertThat(e.reason()).isEqualTo("illegal"));
  }

  /** The client counts a message as published before it finds its header too large. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theHeaderFrameIsMeasuredWithoutTheClient(long seed) throws Exception {
    Random random = new Random(seed);
    for (int round = 0; round < 50; round++) {
      List<NativeHeader> headers = new ArrayList<>();
      for (int i = 0; i < random.nextInt(20); i++) {
        String text = "aé漢😀".repeat(random.nextInt(200));
        headers.add(new NativeHeader("h" + i, random.nextBoolean() ? text : text.getBytes(UTF_8)));
      }
      Envelope envelope = random.nextInt(5) == 0 ? null : envelope(BODY);
      AMQP.BasicProperties properties = RabbitMqProjection.of(envelope, 1, headers);

      assertThat(HeaderFrame.size(properties))
          .isBetween(clients(properties), clients(properties) + 32);
    }
  }

  private static int clients(AMQP.BasicProperties properties) throws IOException {
    return properties.toFrame(1, 1).size();
  }

  private static String urn() {
    return " urn:babel:orders:created ";
  }

  private static Envelope envelope(String body) {
    return new EnvelopeScanner().scan(body.getBytes(UTF_8));
  }
}
