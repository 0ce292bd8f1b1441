package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A loopback proxy in front of a broker that breaks connections as networks do: drops them in the
 * middle of a frame, refuses new ones, or goes silent. Safe for any thread.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_MS = 5000;
  private static final int JOIN_TIMEOUT_MS = 10_000;
  private static final long NO_CUT = Long.MAX_VALUE;

  private final InetSocketAddress target;
  private final int port = FreePorts.next();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Object lock = new Object();
  // Guarded by lock: set by the test thread, read by the pumps.
  private ServerSocket listener;
  private Thread acceptor;
  private boolean stalled;
  private boolean closed;
  private long bytesUntilCut = NO_CUT;
  private long connections;

  private TcpProxy(String host, int port) {
    this.target = new InetSocketAddress(host, port);
  }

  /** Starts a proxy for a broker's address. */
  public static TcpProxy to(String host, int port) {
    TcpProxy proxy = new TcpProxy(host, port);
    proxy.accept();
    return proxy;
  }

  /** Returns the port on 127.0.0.1 where clients reach the broker. */
  public int port() {
    return port;
  }

  /** Returns how many connections were made so far, dropped ones included. */
  public long connections() {
    synchronized (lock) {
      return connections;
    }
  }

  /** Resets all connections; new ones are still accepted. */
  public void dropConnections() {
    for (Socket socket : sockets) {
      reset(socket);
    }
  }

  /** Refuses new connections from the moment it returns; open ones stay. */
  public void refuse() {
    Thread ending;
    synchronized (lock) {
      closeQuietly(listener);
      listener = null;
      ending = acceptor;
      acceptor = null;
    }
    if (ending != null) {
      // The system keeps listening as long as a thread still waits in accept.
      join(ending);
    }
  }

  /** Takes connections again, on the same port. */
  public void accept() {
    synchronized (lock) {
      if (listener != null || closed) {
        return;
      }
      try {
        ServerSocket opened = new ServerSocket();
        opened.setReuseAddress(true);
        opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        listener = opened;
        acceptor = daemon("proxy accept " + port, () -> acceptLoop(opened));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Resets all connections once so many more bytes, of both directions, have passed. */
  public void cutAfterBytes(long bytes) {
    synchronized (lock) {
      bytesUntilCut = bytes;
    }
  }

  /** Stops forwarding and keeps the connections open, as a network that loses every packet. */
  public void stall() {
    synchronized (lock) {
      stalled = true;
    }
  }

  /** Forwards again what came in during a stall. */
  public void unstall() {
    synchronized (lock) {
      stalled = false;
      lock.notifyAll();
    }
  }

  /** Drops and refuses everything. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      lock.notifyAll();
    }
    refuse();
    dropConnections();
  }

  private void acceptLoop(ServerSocket from) {
    while (!from.isClosed()) {
      try {
        Socket client = from.accept();
        sockets.add(client);
        synchronized (lock) {
          connections++;
        }
        connect(client);
      } catch (IOException e) {
        // The listener was closed, or a client went away at once: the loop's condition decides.
      }
    }
  }

  private void connect(Socket client) {
    Socket broker = new Socket();
    sockets.add(broker);
    try {
      broker.connect(target, CONNECT_TIMEOUT_MS);
    } catch (IOException e) {
      reset(broker);
      reset(client);
      return;
    }
    daemon("proxy out " + port, () -> pump(client, broker));
    daemon("proxy in " + port, () -> pump(broker, client));
  }

  private void pump(Socket from, Socket to) {
    byte[] buffer = new byte[8192];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      int read;
      while ((read = in.read(buffer)) >= 0) {
        int allowed = allowed(read);
        out.write(buffer, 0, allowed);
        out.flush();
        if (allowed < read) {
          dropConnections();
          return;
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      reset(from);
      reset(to);
    }
  }

  /** Waits out a stall and returns how many of the bytes may pass; fewer means: cut now. */
  private int allowed(int read) throws IOException {
    synchronized (lock) {
      while (stalled && !closed) {
        try {
          lock.wait(1000);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted", e);
        }
      }
      if (bytesUntilCut == NO_CUT) {
        return read;
      }
      if (bytesUntilCut >= read) {
        bytesUntilCut -= read;
        return read;
      }
      int allowed = (int) bytesUntilCut;
      bytesUntilCut = NO_CUT;
      return allowed;
    }
  }

  private void reset(Socket socket) {
    sockets.remove(socket);
    try {
      socket.setSoLinger(true, 0); // close by RST, as a crashed peer's system would
    } catch (IOException e) {
      // Closed already.
    }
    closeQuietly(socket);
  }

  private static void closeQuietly(AutoCloseable socket) {
    if (socket != null) {
      try {
        socket.close();
      } catch (Exception e) {
        // Nothing is lost: it is closed to make the peer fail.
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(JOIN_TIMEOUT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(String name, Runnable loop) {
    Thread thread = new Thread(loop, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
