package com.babelqueue.connect.harness;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds loopback ports for servers that must know their port before they bind it.
 *
 * <p>The ports lie below the range from which systems take the local ports of outgoing connections.
 * A server may be stopped and started on its port again: were the port in that range, a client that
 * keeps reconnecting meanwhile could be given the very port as its own and connect to itself.
 */
final class FreePorts {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final int TRIES = 200;

  private FreePorts() {}

  /** Returns a port of 127.0.0.1 that nobody listens on now. */
  static int next() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException e) {
        // Taken: the next number is tried.
      }
    }
    throw new HarnessException("no free loopback port between " + LOWEST + " and " + HIGHEST);
  }
}
