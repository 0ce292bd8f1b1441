package com.babelqueue.connect.broker.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

class SqsProjectionTest {
  private static final Envelope FULL =
      envelope(
          "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t-1\",\"data\":{},\"meta\":{\"id\":\"m-1\","
              + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,\"created_at\":1749132727000},"
              + "\"attempts\":3}");

  @Test
  void theSixAttributesOfTheContractAndNoAttempts() {
    SqsProjection projection = SqsProjection.of(FULL, List.of());

    assertThat(texts(projection))
        .containsExactly(
            "bq-job=String:urn:babel:orders:created",
            "bq-trace-id=String:t-1",
            "bq-message-id=String:m-1",
            "bq-schema-version=Number:1",
            "bq-source-lang=String:php",
            "bq-created-at=Number:1749132727000");
    assertThat(projection.illegal()).isNull();
  }

  @Test
  void whatTheBodyLacksIsLeftOut() {
    Envelope bare =
        envelope(
            "{\"job\":\"urn:x\",\"trace_id\":\" \",\"data\":{},\"meta\":{\"id\":\"\",\"schema_version\":0,"
                + "\"created_at\":0},\"attempts\":0}");

    assertThat(texts(SqsProjection.of(bare, List.of()))).containsExactly("bq-job=String:urn:x");
    assertThat(SqsProjection.of(null, List.of()).attributes()).isEmpty();
  }

  @Test
  void traceContextComesBeforeOtherHeadersAndTheRestIsDropped() {
    SqsProjection projection =
        SqsProjection.of(
            FULL,
            List.of(
                new NativeHeader("a", "1"),
                new NativeHeader("b", "2"),
                new NativeHeader("bq-replay-bypass", "1"),
                new NativeHeader("c", "3"),
                new NativeHeader("traceparent", "00-1-2-01"),
                new NativeHeader("tracestate", "x=y")));

    assertThat(projection.attributes().keySet())
        .containsExactly(
            "bq-job",
            "bq-trace-id",
            "bq-message-id",
            "bq-schema-version",
            "bq-source-lang",
            "bq-created-at",
            "bq-replay-bypass",
            "traceparent",
            "tracestate",
            "a");
    assertThat(projection.dropped())
        .extracting(SqsProjection.Dropped::name)
        .containsExactly("b", "c");
  }

  @Test
  void withoutAnEnvelopeAllTenAreForHeaders() {
    List<NativeHeader> headers = new ArrayList<>();
    for (char name = 'a'; name <= 'l'; name++) {
      headers.add(new NativeHeader(Character.toString(name), "v"));
    }

    SqsProjection projection = SqsProjection.of(null, headers);

    assertThat(projection.attributes()).hasSize(10).doesNotContainKeys("k", "l");
    assertThat(projection.dropped()).hasSize(2);
  }

  @Test
  void bytesTravelAsBinaryAndCountAsTheyAre() {
    byte[] bytes = {0, (byte) 0xff, 7};
    SqsProjection projection =
        SqsProjection.of(
            null,
            List.of(
                new NativeHeader("b", bytes),
                new NativeHeader("ğ-less", "ğ"),
                new NativeHeader("t", "ğ")));

    MessageAttributeValue binary = projection.attributes().get("b");
    assertThat(binary.dataType()).isEqualTo("Binary");
    assertThat(binary.binaryValue().asByteArray()).isEqualTo(bytes);
    assertThat(projection.size())
        .isEqualTo("b".length() + "Binary".length() + 3 + "t".length() + "String".length() + 2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AWS.x",
        "aws.trace",
        "Amazon.x",
        "aMaZoN.y",
        ".a",
        "a.",
        "a..b",
        "a b",
        "ğ",
        "a/b",
        ""
      })
  void aNameThatSqsRefusesIsDropped(String name) {
    assertThat(dropped(new NativeHeader(name, "v"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"awsome", "AWSx.y", "a.b.c", "A-Z_0.9", "amazon"})
  void aNameThatOnlyLooksLikeItIsCarried(String name) {
    assertThat(dropped(new NativeHeader(name, "v"))).isFalse();
  }

  @Test
  void namesHaveAtMost256Characters() {
    assertThat(dropped(new NativeHeader("n".repeat(256), "v"))).isFalse();
    assertThat(dropped(new NativeHeader("n".repeat(257), "v"))).isTrue();
  }

  @Test
  void aContractNameIsNeverTakenFromAHeader() {
    assertThat(dropped(new NativeHeader("bq-job", "urn:other"))).isTrue();
  }

  @Test
  void aHeaderWithACharacterThatSqsRefusesIsDropped() {
    assertThat(dropped(new NativeHeader("n", "a\u0001"))).isTrue();
  }

  @Test
  void aContractValueWithSuchACharacterIsTold() {
    Envelope escaped =
        envelope(
            "{\"job\":\"urn:x\",\"trace_id\":\"t\\u0001\",\"data\":{},\"meta\":{},\"attempts\":0}");

    assertThat(SqsProjection.of(escaped, List.of()).illegal()).isEqualTo("bq-trace-id");
  }

  private static boolean dropped(NativeHeader header) {
    SqsProjection projection = SqsProjection.of(null, List.of(header));
    assertThat(projection.attributes().containsKey(header.name()))
        .isEqualTo(projection.dropped().isEmpty());
    return !projection.dropped().isEmpty();
  }

  private static Envelope envelope(String body) {
    return new EnvelopeScanner().scan(body.getBytes(UTF_8));
  }

  private static List<String> texts(SqsProjection projection) {
    return projection.attributes().entrySet().stream()
        .map(SqsProjectionTest::text)
        .collect(Collectors.toList());
  }

  private static String text(Map.Entry<String, MessageAttributeValue> attribute) {
    return attribute.getKey()
        + "="
        + attribute.getValue().dataType()
        + ":"
        + attribute.getValue().stringValue();
  }
}
