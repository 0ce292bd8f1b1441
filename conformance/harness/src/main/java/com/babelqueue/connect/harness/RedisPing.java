package com.babelqueue.connect.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** Asks a Redis server who it is; an answer also proves that it serves. */
final class RedisPing {
  private static final int TIMEOUT_MS = 5000;
  private static final String VERSION = "redis_version:";

  private RedisPing() {}

  /** Waits for an answer and returns product and version. */
  static String await(String host, int port, Duration limit) {
    return Await.value(
        "Redis server on " + host + ":" + port + " answers",
        limit,
        () -> Optional.of(product(host, port)));
  }

  private static String product(String host, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.setSoTimeout(TIMEOUT_MS);
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MS);
      socket.getOutputStream().write("INFO server\r\nPING\r\n".getBytes(UTF_8));
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
      String product = "Redis";
      int refused = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith(VERSION)) {
          product = "Redis " + line.substring(VERSION.length());
        } else if (line.startsWith("-")) {
          refused++;
        }
        // A server that asks for a password first refuses both commands, and serves.
        if (line.equals("+PONG") || refused == 2) {
          return product;
        }
      }
      throw new IOException("the connection ended before an answer");
    }
  }
}
