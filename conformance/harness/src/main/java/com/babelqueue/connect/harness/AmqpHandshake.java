package com.babelqueue.connect.harness;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Asks an AMQP 0-9-1 server who it is, by the first frame it sends (connection.start with its
 * server-properties). An answer also proves that it serves, which an open port does not.
 */
final class AmqpHandshake {
  private static final byte[] PROTOCOL_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};
  private static final int CONNECTION_START = 10 << 16 | 10;
  private static final int TIMEOUT_MS = 5000;

  private AmqpHandshake() {}

  /** Waits for the server's first frame and returns its product and version. */
  static String awaitServer(String host, int port, Duration limit) {
    String[] server = new String[1];
    Await.until(
        "AMQP server on " + host + ":" + port + " answers",
        limit,
        () -> {
          server[0] = server(host, port);
          return true;
        });
    return server[0];
  }

  static String server(String host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MS);
      socket.getOutputStream().write(PROTOCOL_HEADER);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(7); // frame type, channel and size
      if (in.readInt() != CONNECTION_START) {
        throw new IOException("the first frame is not connection.start");
      }
      in.skipNBytes(2); // protocol version
      Map<String, String> properties = texts(in);
      return properties.getOrDefault("product", "unknown AMQP server")
          + " "
          + properties.getOrDefault("version", "");
    }
  }

  private static Map<String, String> texts(DataInputStream in) throws IOException {
    Map<String, String> texts = new HashMap<>();
    int left = in.readInt();
    while (left > 0) {
      byte[] name = in.readNBytes(in.readUnsignedByte());
      int type = in.readUnsignedByte();
      left -= 2 + name.length;
      if (type == 't') {
        in.skipNBytes(1);
        left -= 1;
      } else if (type == 'S' || type == 'F') {
        byte[] value = in.readNBytes(in.readInt());
        left -= 4 + value.length;
        texts.put(
            new String(name, StandardCharsets.UTF_8), new String(value, StandardCharsets.UTF_8));
      } else {
        return texts; // a type no known server uses here: what was read must do
      }
    }
    return texts;
  }
}
