package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpProxyTest {
  private ServerSocket echo;
  private TcpProxy proxy;

  @BeforeEach
  void start() throws IOException {
    echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread server = new Thread(this::serve, "echo");
    server.setDaemon(true);
    server.start();
    proxy = TcpProxy.to("127.0.0.1", echo.getLocalPort());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    echo.close();
  }

  @Test
  void forwardsBothWays() throws IOException {
    try (Socket client = connect()) {
      assertThat(echoed(client, 42)).isEqualTo(42);
      assertThat(proxy.connections()).isEqualTo(1);
    }
  }

  @Test
  void dropsOpenConnectionsAndTakesNewOnes() throws IOException {
    try (Socket client = connect()) {
      echoed(client, 1);
      proxy.dropConnections();
      assertThatThrownBy(() -> echoed(client, 2)).isInstanceOf(IOException.class);
    }
    try (Socket next = connect()) {
      assertThat(echoed(next, 3)).isEqualTo(3);
    }
  }

  @Test
  void refusesUntilItAcceptsAgain() throws IOException {
    try (Socket open = connect()) {
      echoed(open, 1);
      proxy.refuse();
      assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
      assertThat(echoed(open, 2)).isEqualTo(2);
    }
    proxy.accept();
    try (Socket next = connect()) {
      assertThat(echoed(next, 3)).isEqualTo(3);
    }
  }

  @Test
  void cutsInTheMiddle() throws IOException {
    try (Socket client = connect()) {
      proxy.cutAfterBytes(3); // one byte out and back, and one out
      assertThat(echoed(client, 1)).isEqualTo(1);
      assertThatThrownBy(() -> echoed(client, 2)).isInstanceOf(IOException.class);
    }
    try (Socket next = connect()) {
      assertThat(echoed(next, 3)).isEqualTo(3);
      assertThat(echoed(next, 4)).isEqualTo(4);
    }
  }

  @Test
  void keepsAStalledConnectionOpen() throws IOException {
    try (Socket client = connect()) {
      echoed(client, 1);
      proxy.stall();
      client.setSoTimeout(300);
      assertThatThrownBy(() -> echoed(client, 2)).isInstanceOf(SocketTimeoutException.class);
      proxy.unstall();
      client.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
      assertThat(client.getInputStream().read()).isEqualTo(2);
    }
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    socket.setSoTimeout((int) Duration.ofSeconds(10).toMillis());
    return socket;
  }

  /** Sends a byte and returns the one that comes back. */
  private static int echoed(Socket socket, int value) throws IOException {
    socket.getOutputStream().write(value);
    int back = socket.getInputStream().read();
    if (back < 0) {
      throw new IOException("closed by the peer");
    }
    return back;
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        Socket peer = echo.accept();
        Thread thread = new Thread(() -> echo(peer), "echo connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return; // the test is over
      }
    }
  }

  private static void echo(Socket peer) {
    try (peer) {
      peer.getInputStream().transferTo(peer.getOutputStream());
    } catch (IOException e) {
      if (peer.isBound() && e.getMessage() == null) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
