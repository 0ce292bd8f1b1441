package com.babelqueue.connect.source.sqs;

import static com.babelqueue.connect.source.sqs.OpenReceiver.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.source.Delivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the receiver takes from a real broker. */
class SqsReceiverTest {
  private static SqsPeer peer;

  private OpenReceiver receiver;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  @AfterEach
  void close() {
    if (receiver != null) {
      receiver.close();
    }
  }

  @Test
  void aMessageComesWithItsAttributesAndMetadata() throws Exception {
    String url = peer.createQueue("fields", 30);
    open("fields");
    peer.send(
        url,
        "{\"a\":\"ü\"}",
        Map.of(
            "traceparent", SqsPeer.text("String", "00-a-b-01"),
            "price", SqsPeer.text("Number.decimal", "99.90"),
            "raw", SqsPeer.bytes((byte) 0, (byte) 255),
            "bq-schema-version", SqsPeer.text("Number", "1")));

    Delivery delivery = receiver.receive(1).get(0);

    assertThat(delivery.queue()).isEqualTo("fields");
    assertThat(delivery.body()).isEqualTo("{\"a\":\"ü\"}".getBytes(UTF_8));
    assertThat(delivery.headers())
        .extracting(NativeHeader::name)
        .containsExactly("bq-schema-version", "price", "raw", "traceparent");
    assertThat(delivery.headers())
        .extracting(NativeHeader::value)
        .containsExactly("1", "99.90", new byte[] {0, (byte) 255}, "00-a-b-01");
    assertThat(delivery.versionField()).isEqualTo("1");
    assertThat(delivery.attemptsField()).isEqualTo("1");
    assertThat(delivery.deliveryCount()).isEqualTo(1);
    assertThat(delivery.group()).isNull();
    assertThat(delivery.messageId()).isNotBlank();
    assertThat(delivery.metadata())
        .extracting(NativeHeader::name)
        .contains("sqs.message.id", "sqs.sent.timestamp", "sqs.first.receive.timestamp");
  }

  @Test
  void neverMoreThanAskedFor() throws Exception {
    String url = peer.createQueue("bounded", 30);
    peer.sendAll(url, OpenReceiver.bodies(25));
    open("bounded");

    List<Delivery> first = receiver.receive(7);

    assertThat(first).hasSizeLessThanOrEqualTo(7);
    List<Delivery> all = new ArrayList<>(first);
    while (all.size() < 25) {
      all.addAll(receiver.receive(25 - all.size()));
    }
    assertThat(all)
        .extracting(OpenReceiver::body)
        .containsExactlyInAnyOrderElementsOf(OpenReceiver.bodies(25));
  }

  @Test
  void eachQueuesOwnTimeoutHoldsUnlessASettingSaysOtherwise() throws Exception {
    peer.createQueue("timeout-long", 600);
    peer.createQueue("timeout-short", 90);
    open("timeout-long,timeout-short");

    assertThat(receiver.get().lockDuration()).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void groupsOfAFifoQueueKeepTheirOrderAndStayLockedUntilSettled() throws Exception {
    String url = peer.createQueue("groups.fifo", 600);
    for (int i = 0; i < 6; i++) {
      peer.sendFifo(url, i % 2 == 0 ? "even" : "odd", "m" + i);
    }
    open("groups.fifo");
    List<Delivery> received = receiver.receiveAll(6);

    assertThat(received)
        .filteredOn(one -> one.group().equals("even"))
        .extracting(OpenReceiver::body)
        .containsExactly("m0", "m2", "m4");
    assertThat(received)
        .filteredOn(one -> one.group().equals("odd"))
        .extracting(OpenReceiver::body)
        .containsExactly("m1", "m3", "m5");
    List<Delivery> newestFirst = new ArrayList<>(received);
    Collections.reverse(newestFirst);
    assertThat(receiver.get().release(newestFirst)).isEmpty();
    assertThat(receiver.receiveAll(6))
        .filteredOn(one -> one.group().equals("odd"))
        .extracting(OpenReceiver::body)
        .as("handed back, the group comes again from its beginning")
        .containsExactly("m1", "m3", "m5");
  }

  @Test
  void aDrainHandsOverWhatNobodyTookYet() throws Exception {
    String url = peer.createQueue("drained", 600);
    open("drained");
    receiver.receive(5, Duration.ZERO);
    peer.send(url, "late");

    List<Delivery> late = new ArrayList<>();
    Await.until(
        "the pull under way has ended",
        LIMIT,
        () -> {
          late.addAll(receiver.get().drain(Duration.ofSeconds(3)));
          return late.size() == 1 || peer.visible(url) == 1;
        });

    assertThat(late.size() + peer.visible(url)).as("handed over or never taken").isEqualTo(1);
  }

  @Test
  void anOutageIsRetriableAndTheReceiverOpensAgainAfterIt() throws Exception {
    String url = peer.createQueue("outage", 30);
    try (TcpProxy proxy = TcpProxy.to("127.0.0.1", peer.endpoint().getPort())) {
      open("outage", "sqs.endpoint", "http://127.0.0.1:" + proxy.port());
      proxy.refuse();
      proxy.dropConnections();
      BrokerException failure =
          catchThrowableOfType(BrokerException.class, () -> receiver.receiveAll(1));
      assertThat(failure.isRetriable()).isTrue();
      receiver.get().close();

      proxy.accept();
      peer.send(url, "after");
      receiver.get().open();

      assertThat(receiver.receiveAll(1)).extracting(OpenReceiver::body).containsExactly("after");
    }
  }

  @Test
  void aMissingQueueFailsWhileOpening() {
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> open("no-such-queue"));

    assertThat(failure.isRetriable()).isFalse();
    assertThat(failure.setting()).isEqualTo(SqsSourceConfig.QUEUES);
    assertThat(failure).hasMessageContaining("no-such-queue");
  }

  @Test
  void aQueueWithoutATimeoutNeedsTheSetting() {
    peer.createQueue("timeout-none", 0);
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> open("timeout-none"));

    assertThat(failure.setting()).isEqualTo(SqsSourceConfig.VISIBILITY_TIMEOUT);
  }

  private void open(String queues, String... pairs) throws BrokerException {
    receiver = OpenReceiver.of(peer, queues, pairs);
  }
}
