package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.sink.sqs.OpenSender.LIMIT;
import static com.babelqueue.connect.sink.sqs.OpenSender.envelope;
import static com.babelqueue.connect.sink.sqs.OpenSender.message;
import static com.babelqueue.connect.sink.sqs.OpenSender.probes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.sink.OutboundMessage;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/** What a real broker holds after the sender, and what the sender says of it. */
class SqsSenderTest {
  private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

  private static SqsPeer peer;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @Test
  void aMessageArrivesWithTheSixAttributesOfTheContractAndNothingElse() throws Exception {
    peer.createQueue("plain");
    try (OpenSender sender = OpenSender.to(peer, "plain")) {
      String body = envelope(7, "ğ ☕ \ud83d\ude80 \\u0001");

      assertThat(sender.outcome(message("plain", body, 1)).kind()).isEqualTo(Kind.SENT);

      Message message = peer.take("plain", 1, LIMIT).get(0);
      assertThat(message.body()).isEqualTo(body);
      assertThat(SqsPeer.attributes(message))
          .containsExactly(
              "bq-created-at=Number:1749132727000",
              "bq-job=String:urn:babel:orders:created",
              "bq-message-id=String:0b54b1f2-0000-4000-8000-000000000007",
              "bq-schema-version=Number:1",
              "bq-source-lang=String:php",
              "bq-trace-id=String:6f1c2a52-9f0e-4d27-8a51-000000000007");
    }
  }

  @Test
  void headersFillTheTenAttributesTraceContextFirst() throws Exception {
    peer.createQueue("budget");
    try (LogCapture log = LogCapture.of("SQS cannot carry every header");
        OpenSender sender = OpenSender.to(peer, "budget")) {
      OutboundMessage.Builder message =
          message(
              "budget",
              new NativeHeader("AWS.x", "no"),
              new NativeHeader("a", new byte[] {0, (byte) 0xff}),
              new NativeHeader("b", "2"),
              new NativeHeader("c", "3"),
              new NativeHeader("traceparent", TRACE),
              new NativeHeader("tracestate", "x=y"));

      assertThat(sender.outcome(message).kind()).isEqualTo(Kind.SENT);
      assertThat(sender.outcome(message).kind()).isEqualTo(Kind.SENT);

      assertThat(SqsPeer.attributes(peer.take("budget", 1, LIMIT).get(0)))
          .hasSize(10)
          .contains(
              "a=Binary:00ff",
              "b=String:2",
              "traceparent=String:" + TRACE,
              "tracestate=String:x=y");
      assertThat(log.lines()).as("said once").singleElement().asString().contains("AWS.x");
    }
  }

  @Test
  void aRawBodyTravelsWithoutProjection() throws Exception {
    peer.createQueue("raw");
    try (OpenSender sender = OpenSender.to(peer, "raw")) {
      byte[] raw = "no envelope".getBytes(UTF_8);

      assertThat(sender.outcome(OutboundMessage.to("raw", raw, "t-0@1")).kind())
          .isEqualTo(Kind.SENT);

      Message message = peer.take("raw", 1, LIMIT).get(0);
      assertThat(message.body()).isEqualTo("no envelope");
      assertThat(message.messageAttributes()).isEmpty();
    }
  }

  @Test
  void aCallCarriesTenMessages() throws Exception {
    peer.createQueue("counted");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = OpenSender.through(peer, gateway.address(), "counted")) {
      List<SendProbe> probes = probes("counted", 0, 45);

      sender.send(probes);

      assertThat(OpenSender.kinds(probes)).containsOnly(Kind.SENT);
      assertThat(gateway.batches())
          .extracting(List::size)
          .containsExactlyInAnyOrder(10, 10, 10, 10, 5);
      assertThat(bodies("counted", 45)).containsExactlyInAnyOrderElementsOf(envelopes(0, 45));
    }
  }

  @Test
  void aCallKeepsToItsBytesAndALargerMessageTravelsAlone() throws Exception {
    peer.createQueue("weighed");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender =
            OpenSender.through(
                peer,
                gateway.address(),
                "weighed",
                SqsSinkConfig.BATCH_BYTES,
                "1600",
                SqsSinkConfig.SEND_THREADS,
                "1")) {
      List<SendProbe> probes = probes("weighed", 0, 6);
      probes.add(SendProbe.of(message("weighed", envelope(6, "n".repeat(2_000)), 6).build()));
      probes.addAll(probes("weighed", 7, 9));

      sender.send(probes);

      assertThat(OpenSender.kinds(probes)).containsOnly(Kind.SENT);
      // A message counts for some 500 bytes, of which the body is not much more than half.
      assertThat(gateway.batches()).extracting(List::size).containsExactly(3, 3, 1, 2);
    }
  }

  @Test
  void whatSqsCanNeverTakeIsRejectedAndItsNeighboursArrive() throws Exception {
    peer.createQueue("untakable");
    try (OpenSender sender = OpenSender.to(peer, "untakable")) {
      List<SendProbe> probes = probes("untakable", 0, 2);
      probes.add(
          SendProbe.of(message("untakable", envelope(2, "n".repeat(256 * 1024)), 2).build()));
      probes.add(SendProbe.of(message("untakable", envelope(3, "\uffff"), 3).build()));
      probes.add(SendProbe.of(message("untakable", envelope(4), 4).delay(seconds(901)).build()));
      probes.add(SendProbe.of(OutboundMessage.to("untakable", new byte[0], "t-0@5").build()));
      probes.addAll(probes("untakable", 6, 8));

      sender.send(probes);

      assertThat(probes.subList(2, 6))
          .extracting(probe -> probe.outcome(LIMIT))
          .allMatch(outcome -> outcome.kind() == Kind.REJECTED)
          .extracting(Outcome::reason)
          .containsExactly("too_large", "illegal_characters", "delay", "empty_body");
      assertThat(bodies("untakable", 4))
          .containsExactlyInAnyOrder(envelope(0), envelope(1), envelope(6), envelope(7));
    }
  }

  /** Attributes count: the body alone would fit. */
  @Test
  void theLargestMessageThatFitsIsTaken() throws Exception {
    peer.createQueue("largest");
    try (OpenSender sender = OpenSender.to(peer, "largest")) {
      assertThat(sender.outcome(ofSize("largest", 256 * 1024)).kind()).isEqualTo(Kind.SENT);
      assertThat(sender.outcome(ofSize("largest", 256 * 1024 + 1)).reason()).isEqualTo("too_large");
    }
  }

  @Test
  void aDelayIsRoundedUpAndZeroIsNone() throws Exception {
    peer.createQueue("delayed");
    try (OpenSender sender = OpenSender.to(peer, "delayed")) {
      assertThat(sender.outcome(message("delayed").delay(seconds(900))).kind())
          .isEqualTo(Kind.SENT);
      assertThat(sender.outcome(message("delayed").delay(Duration.ofMillis(899_001))).kind())
          .isEqualTo(Kind.SENT);
      assertThat(sender.outcome(message("delayed").delay(Duration.ofMillis(900_001))).reason())
          .isEqualTo("delay");
      assertThat(sender.outcome(message("delayed").delay(Duration.ofMillis(-5))).kind())
          .isEqualTo(Kind.SENT);

      assertThat(peer.delayed("delayed")).isEqualTo(2);
      assertThat(peer.depth("delayed")).isEqualTo(1);
    }
  }

  private static OutboundMessage.Builder ofSize(String queue, int bytes) {
    int attributes = 0;
    for (String text :
        List.of(
            "bq-job" + "String" + "urn:babel:orders:created",
            "bq-trace-id" + "String" + "6f1c2a52-9f0e-4d27-8a51-000000000001",
            "bq-message-id" + "String" + "0b54b1f2-0000-4000-8000-000000000001",
            "bq-schema-version" + "Number" + "1",
            "bq-source-lang" + "String" + "php",
            "bq-created-at" + "Number" + "1749132727000")) {
      attributes += text.length();
    }
    String note = "n".repeat(bytes - attributes - envelope(1).length());
    return message(queue, envelope(1, note), 1);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static List<String> envelopes(int from, int to) {
    return IntStream.range(from, to).mapToObj(OpenSender::envelope).toList();
  }

  private static List<String> bodies(String queue, int count) {
    return peer.take(queue, count, LIMIT).stream().map(Message::body).toList();
  }
}
