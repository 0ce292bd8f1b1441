package com.babelqueue.connect.pulsarbroker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs {@link PulsarBrokerMain} in a JVM with the broker's own class path, which the build writes
 * beside this class. One test thread, and a thread that reads what the broker prints.
 */
final class ForkedPulsarBroker implements PulsarBroker {
  private static final String CLASS_PATH = "pulsar-broker.classpath";
  private static final int START_SECONDS = 120;
  private static final int STOP_SECONDS = 10;
  private static final int TAIL_LINES = 60;

  private final Process process;
  private final Path directory;
  private final int port;
  private final int webPort;
  private final int tlsPort;

  /** Null without authentication, and then there is no TLS either. */
  private final TestTokens tokens;

  private final CountDownLatch readyOrGone = new CountDownLatch(1);

  /** What the broker printed last; guarded by itself. */
  private final Deque<String> tail = new ArrayDeque<>();

  /** Written by the reading thread before {@link #readyOrGone} opens. */
  private volatile boolean ready;

  private ForkedPulsarBroker(boolean secured) throws IOException {
    // Named here, since the JDK keeps the folder that it was started with.
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    directory = Files.createTempDirectory(folder, "babelqueue-pulsar-");
    port = freePort();
    webPort = freePort();
    tlsPort = freePort();
    tokens = secured ? TestTokens.create() : null;
    Path arguments =
        Files.writeString(directory.resolve("class-path"), "-cp \"" + classPath() + "\"\n");
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        List.of(
            "-Xmx384m",
            "-XX:MaxDirectMemorySize=256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/jdk.internal.platform=ALL-UNNAMED",
            "--add-opens=java.management/sun.management=ALL-UNNAMED",
            "@" + arguments,
            PulsarBrokerMain.class.getName(),
            Integer.toString(port),
            Integer.toString(webPort),
            Integer.toString(freePort())));
    if (tokens != null) {
      command.add(tokens.key());
      command.add(tokens.of(ADMIN));
      command.add(Integer.toString(tlsPort));
    }
    process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    Thread reader = new Thread(this::read, "pulsar-broker-output");
    reader.setDaemon(true);
    reader.start();
  }

  static ForkedPulsarBroker start(boolean secured) {
    try {
      ForkedPulsarBroker broker = new ForkedPulsarBroker(secured);
      broker.awaitReady();
      return broker;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady() {
    boolean answered = false;
    try {
      answered = readyOrGone.await(START_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!answered || !ready) {
      close();
      synchronized (tail) {
        throw new IllegalStateException(
            "the Pulsar broker did not start; it printed last:\n" + String.join("\n", tail));
      }
    }
  }

  /** Reading thread: the pipe is emptied to the end, or the broker would stand still. */
  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(PulsarBrokerMain.READY)) {
          ready = true;
          readyOrGone.countDown();
        }
        synchronized (tail) {
          tail.addLast(line);
          if (tail.size() > TAIL_LINES) {
            tail.removeFirst();
          }
        }
      }
    } catch (IOException e) {
      // The process is gone, which the latch below says.
    }
    readyOrGone.countDown();
  }

  private static String classPath() throws IOException {
    try (InputStream in = ForkedPulsarBroker.class.getResourceAsStream("/" + CLASS_PATH)) {
      if (in == null) {
        throw new IllegalStateException(
            CLASS_PATH + " is missing: was this module built by Maven?");
      }
      Path own =
          Path.of(
              ForkedPulsarBroker.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return own + File.pathSeparator + new String(in.readAllBytes(), UTF_8).strip();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Below the range of outgoing connections, or a reconnecting client could take the port. */
  private static int freePort() {
    while (true) {
      int candidate = ThreadLocalRandom.current().nextInt(15_000, 32_000);
      try (ServerSocket probe = new ServerSocket()) {
        probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), candidate));
        return candidate;
      } catch (IOException e) {
        // Taken: another number is tried.
      }
    }
  }

  @Override
  public String describe() {
    return "Apache Pulsar in a forked JVM, process " + process.pid();
  }

  @Override
  public URI serviceUrl() {
    return URI.create("pulsar://127.0.0.1:" + port);
  }

  @Override
  public URI tlsServiceUrl() {
    return tokens == null ? null : URI.create("pulsar+ssl://localhost:" + tlsPort);
  }

  @Override
  public Path certificate() {
    return tokens == null ? null : directory.resolve(PulsarBrokerMain.CERTIFICATE);
  }

  @Override
  public URI adminUrl() {
    return URI.create("http://127.0.0.1:" + webPort);
  }

  @Override
  public String token() {
    return tokens == null ? null : tokens.of(ADMIN);
  }

  @Override
  public boolean staysBehindProxies() {
    return true;
  }

  @Override
  public int maxMessageBytes() {
    return FORKED_MAX_MESSAGE_BYTES;
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
