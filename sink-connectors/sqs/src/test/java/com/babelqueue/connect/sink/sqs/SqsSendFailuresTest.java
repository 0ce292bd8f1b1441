package com.babelqueue.connect.sink.sqs;

import static com.babelqueue.connect.sink.sqs.OpenSender.LIMIT;
import static com.babelqueue.connect.sink.sqs.OpenSender.envelope;
import static com.babelqueue.connect.sink.sqs.OpenSender.message;
import static com.babelqueue.connect.sink.sqs.OpenSender.probes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.contract.SendProbe.Kind;
import com.babelqueue.connect.contract.SendProbe.Outcome;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Entries that fail, calls that fail for one of their entries, and calls that fail for none. */
class SqsSendFailuresTest {
  private static SqsPeer peer;

  @BeforeAll
  static void start() {
    peer = SqsPeer.start();
  }

  @AfterAll
  static void stop() {
    peer.close();
  }

  /** ElasticMQ refuses a call of more than 256 KiB; the setting makes one. */
  @Test
  void aCallRefusedAsAWholeIsSentMessageByMessage() throws Exception {
    peer.createQueue("heavy");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender =
            OpenSender.through(
                peer, gateway.address(), "heavy", SqsSinkConfig.BATCH_BYTES, "1048576")) {
      List<SendProbe> probes = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        probes.add(SendProbe.of(message("heavy", envelope(i, "n".repeat(100_000)), i).build()));
      }

      sender.send(probes);

      assertThat(OpenSender.kinds(probes)).containsOnly(Kind.SENT);
      assertThat(gateway.batches()).extracting(List::size).containsExactly(4, 1, 1, 1, 1);
      assertThat(peer.take("heavy", 4, LIMIT)).hasSize(4);
    }
  }

  @Test
  void entriesFailForThemselves() throws Exception {
    peer.createQueue("partly");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = OpenSender.through(peer, gateway.address(), "partly")) {
      gateway.refuseEntry("\"number\":3,", false, "InternalError");
      gateway.refuseEntry("\"number\":5,", true, "InvalidMessageContents");
      gateway.refuseEntry("\"number\":6,", true, "SomethingNew");
      List<SendProbe> probes = probes("partly", 0, 10);

      sender.send(probes);

      assertThat(probes.get(3).outcome(LIMIT))
          .isEqualTo(new Outcome(Kind.RETRY, "InternalError", null));
      assertThat(probes.get(5).outcome(LIMIT).reason()).isEqualTo("illegal_characters");
      assertThat(probes.get(6).outcome(LIMIT).reason()).isEqualTo("SomethingNew");
      assertThat(probes.get(6).outcome(LIMIT).detail()).doesNotContain("number");
      assertThat(Collections.frequency(OpenSender.kinds(probes), Kind.SENT)).isEqualTo(7);
    }
  }

  @Test
  void aMessageThatSpoilsItsCallIsFoundAndItsNeighboursArrive() throws Exception {
    peer.createQueue("spoilt");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = OpenSender.through(peer, gateway.address(), "spoilt")) {
      gateway.refuseCall("\"number\":4,", "InvalidParameterValue");
      gateway.refuseCall("\"number\":4", "InvalidMessageContents");
      List<SendProbe> probes = probes("spoilt", 0, 6);

      sender.send(probes);

      assertThat(OpenSender.kinds(probes))
          .containsExactly(Kind.SENT, Kind.SENT, Kind.SENT, Kind.SENT, Kind.REJECTED, Kind.SENT);
      assertThat(peer.take("spoilt", 5, LIMIT)).hasSize(5);
    }
  }

  @Test
  void anOutageIsReportedAndLeavesMessagesWithoutOutcome() throws Exception {
    peer.createQueue("outage");
    try (TcpProxy proxy = TcpProxy.to(peer.endpoint().getHost(), peer.endpoint().getPort());
        OpenSender sender =
            OpenSender.through(peer, "http://127.0.0.1:" + proxy.port(), "outage")) {
      proxy.refuse();
      // The one that opening the sender left would still carry a batch or two.
      proxy.dropConnections();
      List<SendProbe> probes = probes("outage", 0, 100);

      sender.send(probes);

      assertThat(sender.lost().isRetriable()).isTrue();
      assertThat(probes).noneMatch(SendProbe::isDone);
      BrokerException again =
          catchThrowableOfType(BrokerException.class, () -> sender.send(probes));
      assertThat(again.isRetriable()).isTrue();
    }
  }

  @Test
  void throttlingOfAWholeCallIsAnOutage() throws Exception {
    peer.createQueue("throttled");
    try (SqsGateway gateway = SqsGateway.to(peer.endpoint());
        OpenSender sender = OpenSender.through(peer, gateway.address(), "throttled")) {
      // The SDK itself tries three times.
      for (String text : List.of("\"number\":0,", "\"number\":0", "\"job\"")) {
        gateway.refuseCall(text, "RequestThrottled");
      }

      sender.send(probes("throttled", 0, 1));

      BrokerException failure = sender.lost();
      assertThat(failure.isRetriable()).isTrue();
      assertThat(failure).hasMessageContaining("RequestThrottled");
    }
  }
}
