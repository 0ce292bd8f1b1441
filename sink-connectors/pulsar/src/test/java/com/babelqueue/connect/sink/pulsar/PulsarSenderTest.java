package com.babelqueue.connect.sink.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.sink.OutboundMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.impl.BatchMessageIdImpl;
import org.apache.pulsar.client.impl.MessageIdImpl;
import org.junit.jupiter.api.Test;

/** The sender on a real broker: what its messages look like, and in which order they are stored. */
class PulsarSenderTest extends SenderFixture {
  private static final String FULL =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"trace\",\"data\":{\"price\":99.90},"
          + "\"meta\":{\"id\":\"id\",\"lang\":\"php\",\"schema_version\":1,"
          + "\"created_at\":1749132727000},\"attempts\":2}";

  @Test
  void propertiesAreTheContractsAndThenTheOthers() throws Exception {
    open(Map.of());
    deliver(
        SendProbe.of(
            topic,
            FULL.getBytes(UTF_8),
            List.of(
                new NativeHeader("bq-job", "urn:forged"),
                new NativeHeader("bytes", new byte[] {(byte) 0xff}),
                new NativeHeader("note", "ğ ☕"))));

    Message<byte[]> message = takeOne();

    assertThat(PulsarPeer.text(message)).isEqualTo(FULL);
    assertThat(message.getProperties())
        .isEqualTo(
            Map.of(
                "bq-job", "urn:babel:orders:created",
                "bq-trace-id", "trace",
                "bq-message-id", "id",
                "bq-schema-version", "1",
                "bq-source-lang", "php",
                "bq-attempts", "2",
                "note", "ğ ☕"));
    assertThat(message.hasKey()).isFalse();
    assertThat(message.getEventTime()).as("no event time (PUL-1)").isZero();
  }

  @Test
  void aRawBodyHasNoProjection() throws Exception {
    open(Map.of());
    deliver(SendProbe.of(OutboundMessage.to(topic, new byte[] {1, 2}, "t-0@0").build()));

    Message<byte[]> message = takeOne();

    assertThat(message.getData()).isEqualTo(new byte[] {1, 2});
    assertThat(message.getProperties()).isEmpty();
  }

  @Test
  void keysAreTextWhereTheyAreTextAndBytesOtherwise() throws Exception {
    open(Map.of());
    byte[] binary = {(byte) 0xff, 0};
    deliver(
        SendProbe.of(message(0).key("ğ".getBytes(UTF_8)).build()),
        SendProbe.of(message(1).key(binary).build()),
        SendProbe.of(message(2).key(new byte[0]).build()),
        SendProbe.of(message(3).key(null).build()));

    List<Message<byte[]>> messages = take(4);

    assertThat(messages.get(0).getKey()).isEqualTo("ğ");
    assertThat(messages.get(0).hasBase64EncodedKey()).isFalse();
    assertThat(messages.get(1).getKeyBytes()).isEqualTo(binary);
    assertThat(messages.get(1).getKey()).isEqualTo("/wA=");
    assertThat(messages.get(2).hasKey()).isTrue();
    assertThat(messages.get(2).getKey()).isEmpty();
    assertThat(messages.get(3).hasKey()).isFalse();
  }

  @Test
  void oneCallIsABatchInOrderAndNothingIsKeptBack() throws Exception {
    open(Map.of());
    for (int i = 0; i < 10; i++) {
      deliver(probes(100 * i, 100 * i + 100));
    }

    List<Message<byte[]>> messages = take(1_000);

    assertThat(bodies(messages)).isEqualTo(envelopes(0, 1_000));
    assertThat(entries(messages)).as("stored batches").hasSizeLessThan(500);
  }

  @Test
  void batchesOfAKeyHoldThatKeyAlone() throws Exception {
    open(Map.of("pulsar.batching", "key"));
    SendProbe[] probes = new SendProbe[200];
    for (int i = 0; i < probes.length; i++) {
      probes[i] = SendProbe.of(message(i).key(("k" + i % 2).getBytes(UTF_8)).build());
    }
    deliver(probes);

    List<Message<byte[]>> messages = take(200);

    Set<String> keyed = new HashSet<>();
    messages.forEach(message -> keyed.add(entry(message) + " " + message.getKey()));
    assertThat(keyed).as("no batch of two keys").hasSameSizeAs(entries(messages));
    assertThat(entries(messages)).hasSizeLessThan(100);
    for (int key = 0; key < 2; key++) {
      String name = "k" + key;
      assertThat(bodies(messages.stream().filter(m -> m.getKey().equals(name)).toList()))
          .as("the order of " + name)
          .isEqualTo(oddOrEven(key));
    }
  }

  private static List<String> oddOrEven(int first) {
    List<String> all = envelopes(0, 200);
    return IntStream.range(0, 100).mapToObj(i -> all.get(2 * i + first)).toList();
  }

  @Test
  void withoutBatchesEachMessageIsStoredAlone() throws Exception {
    open(Map.of("pulsar.batching", "none"));
    deliver(probes(0, 50));

    List<Message<byte[]>> messages = take(50);

    assertThat(bodies(messages)).isEqualTo(envelopes(0, 50));
    assertThat(messages).noneMatch(message -> message.getMessageId() instanceof BatchMessageIdImpl);
  }

  @Test
  void aDelayIsKeptAndTold() throws Exception {
    open(Map.of());
    deliver(
        SendProbe.of(message(0).delay(Duration.ofMinutes(10)).build()),
        SendProbe.of(message(1).delay(Duration.ofMillis(1)).build()),
        SendProbe.of(message(2).delay(Duration.ZERO).build()));

    Map<String, Message<byte[]>> byBody = new HashMap<>();
    take(2).forEach(message -> byBody.put(PulsarPeer.text(message), message));

    assertThat(byBody)
        .as("the one that waits ten minutes is not among them")
        .containsOnlyKeys(envelopes(1, 3));
    assertThat(byBody.get(PulsarPeer.envelope(1, "")).getProperty("bq-delay")).isEqualTo("1");
    assertThat(byBody.get(PulsarPeer.envelope(2, "")).getProperties())
        .doesNotContainKey("bq-delay");
  }

  @Test
  void aLargeMessageIsRejectedAndItsNeighboursAreNot() throws Exception {
    open(Map.of());
    String pad = "x".repeat(peer.broker().maxMessageBytes());
    SendProbe large = large(1, pad);
    SendProbe delayed =
        SendProbe.of(
            SendProbe.envelope(topic, PulsarPeer.envelope(2, pad).getBytes(UTF_8))
                .delay(Duration.ofSeconds(1))
                .build());
    SendProbe[] good = {probe(0), probe(3)};
    send(good[0], large, delayed, good[1]);

    assertRejected(large, "too_large");
    assertRejected(delayed, "too_large");
    assertThat(large.outcome(LIMIT).detail()).contains(topic).doesNotContain("xxx");
    assertThat(bodies(take(2)))
        .containsExactly(PulsarPeer.envelope(0, ""), PulsarPeer.envelope(3, ""));
    assertThat(losses).isEmpty();
  }

  /** A batch is refused as a whole, and only its culprit must suffer in the end. */
  @Test
  void largeHeadersOfOneMessageAreItsOwnFaultOnly() throws Exception {
    open(Map.of());
    NativeHeader header = new NativeHeader("pad", "x".repeat(peer.broker().maxMessageBytes()));
    List<Integer> open = new ArrayList<>(List.of(0, 1, 2));
    boolean rejected = false;
    // The engine's part: what is to be tried again is, in order.
    for (int round = 0; round < 3 && !open.isEmpty(); round++) {
      SendProbe[] probes =
          open.stream().map(n -> n == 1 ? probe(1, header) : probe(n)).toArray(SendProbe[]::new);
      send(probes);
      List<Integer> again = new ArrayList<>();
      for (int i = 0; i < probes.length; i++) {
        SendProbe.Outcome outcome = probes[i].outcome(LIMIT);
        rejected |= outcome.kind() == SendProbe.Kind.REJECTED && open.get(i) == 1;
        if (outcome.kind() == SendProbe.Kind.RETRY) {
          again.add(open.get(i));
        }
      }
      open = again;
    }

    assertThat(open).isEmpty();
    assertThat(rejected).isTrue();
    assertThat(bodies(take(2)))
        .containsExactly(PulsarPeer.envelope(0, ""), PulsarPeer.envelope(2, ""));
    assertThat(losses).isEmpty();
  }

  private SendProbe large(int number, String pad) {
    return SendProbe.of(topic, PulsarPeer.envelope(number, pad).getBytes(UTF_8), List.of());
  }

  private static Set<String> entries(List<Message<byte[]>> messages) {
    Set<String> entries = new HashSet<>();
    messages.forEach(message -> entries.add(entry(message)));
    return entries;
  }

  /** What the cluster stores as one. */
  private static String entry(Message<byte[]> message) {
    MessageIdImpl id = (MessageIdImpl) message.getMessageId();
    return id.getLedgerId() + ":" + id.getEntryId();
  }
}
