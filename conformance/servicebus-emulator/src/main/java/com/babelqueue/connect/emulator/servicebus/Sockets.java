package com.babelqueue.connect.emulator.servicebus;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.apache.qpid.proton.reactor.Reactor;
import org.apache.qpid.proton.reactor.ReactorChild;
import org.apache.qpid.proton.reactor.Selectable;

/**
 * The sockets of a reactor, which has no settings for them. Stateless; for the reactor's thread.
 */
final class Sockets {
  private Sockets() {}

  /**
   * Lets what is written leave without waiting until the client's system acknowledges what was
   * written before, which that puts off for 40 ms when the client has nothing to say.
   */
  static void sendAtOnce(Reactor reactor) {
    for (ReactorChild child : reactor.children()) {
      if (child instanceof Selectable selectable
          && selectable.getChannel() instanceof SocketChannel channel) {
        try {
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        } catch (IOException e) {
          // It is closed, and its connection ends in its own way.
        }
      }
    }
  }
}
