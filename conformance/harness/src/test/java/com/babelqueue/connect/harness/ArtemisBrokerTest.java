package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class ArtemisBrokerTest {
  /** AMQP 1.0's opening bytes, of the layer that logs in. */
  private static final byte[] GREETING = {'A', 'M', 'Q', 'P', 3, 1, 0, 0};

  @Test
  void itSpeaksAmqpAndCountsItsQueues() throws Exception {
    long began = System.nanoTime();
    try (ArtemisBroker broker = ArtemisBroker.startWithTls()) {
      StartTimes.print(broker.describe(), began);
      BrokerChoice.announce("artemis", broker.describe());

      assertThat(greet(broker)).startsWith(GREETING);
      broker.createQueue("orders");
      assertThat(broker.unsettled("orders")).isZero();
      assertThat(broker.delivered("orders")).isZero();
      assertThat(broker.consumers("orders")).isZero();
      assertThat(broker.unsettled(ArtemisBroker.DEAD_LETTER_QUEUE)).isZero();
      assertThat(broker.tls()).isPresent();

      broker.deleteQueue("orders");
      assertThatThrownBy(() -> broker.unsettled("orders")).isInstanceOf(HarnessException.class);
    }
  }

  private static byte[] greet(ArtemisBroker broker) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(GREETING);
      return socket.getInputStream().readNBytes(GREETING.length);
    }
  }
}
