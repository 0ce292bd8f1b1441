package com.babelqueue.connect.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A redis-server of this machine as a child process: in memory, on a private port, with nothing of
 * the machine's own configuration read.
 */
final class RedisServerProcess implements RedisBroker {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final TempDirectory directory;
  private final int port = FreePorts.next();
  private final Optional<TlsEndpoint> tls;
  private final ChildProcess server;
  private final String product;

  private RedisServerProcess(TempDirectory directory, List<String> more, boolean withTls) {
    this.directory = directory;
    List<String> configuration = new ArrayList<>(configuration());
    if (withTls) {
      int tlsPort = FreePorts.next();
      TlsMaterial material = TlsMaterial.create(directory);
      configuration.add("tls-port " + tlsPort);
      configuration.add("tls-cert-file " + material.certificatePem());
      configuration.add("tls-key-file " + material.privateKeyPem());
      configuration.add("tls-ca-cert-file " + material.certificatePem());
      configuration.add("tls-auth-clients no");
      tls = Optional.of(material.endpoint(tlsPort));
    } else {
      tls = Optional.empty();
    }
    configuration.addAll(more);
    Path file = directory.write("redis.conf", String.join("\n", configuration) + "\n");
    List<String> command =
        new ArrayList<>(List.of(binary().orElseThrow().toString(), file.toString()));
    if (more.stream().anyMatch(line -> line.startsWith("sentinel "))) {
      command.add("--sentinel");
    }
    server =
        ChildProcess.start(
            "redis-server", new ProcessBuilder(command), directory.path().resolve("server.out"));
    try {
      product = RedisPing.await(host(), port, START_LIMIT);
    } catch (HarnessException e) {
      stopProcess();
      throw new HarnessException(
          e.getMessage()
              + "\n"
              + server.outputTail()
              + "\n(-Dbabelqueue.redis.kind=embedded does without this machine's redis-server)",
          e);
    }
  }

  static boolean isInstalled() {
    return binary().isPresent();
  }

  /**
   * Starts a server; with a line that begins with {@code sentinel} it is one.
   *
   * @param more lines for its configuration
   */
  static RedisServerProcess start(List<String> more, boolean tls) {
    if (!isInstalled()) {
      throw new HarnessException("no redis-server on this machine");
    }
    TempDirectory directory = TempDirectory.create("redis");
    try {
      return new RedisServerProcess(directory, more, tls);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static Optional<Path> binary() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, "redis-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private List<String> configuration() {
    return List.of(
        "port " + port,
        "bind 127.0.0.1",
        "dir " + directory.path(),
        "save \"\"",
        "appendonly no",
        "daemonize no");
  }

  @Override
  public String describe() {
    return product + " (redis-server process)";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Optional<TlsEndpoint> tls() {
    return tls;
  }

  private void stopProcess() {
    server.terminate();
    server.awaitEnd(STOP_LIMIT, List.of());
  }

  @Override
  public void close() {
    try {
      stopProcess();
    } finally {
      directory.close();
    }
  }
}
