package com.babelqueue.connect.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A rabbitmq-server of this machine as a child process: private data, cookie and ports, nothing of
 * the machine's own RabbitMQ configuration read, and nothing left after {@link #close}.
 *
 * <p>Erlang's port mapper (epmd) would be started as a daemon that outlives the server; here it is
 * a child process of its own, on a private port.
 */
final class RabbitMqServerProcess implements RabbitMqBroker {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  // Debian puts a wrapper on the PATH that insists on a system user; the script behind it does not.
  private static final List<String> SCRIPTS = List.of("/usr/lib/rabbitmq/bin/rabbitmq-server");

  private final TempDirectory directory;
  private final int port = FreePorts.next();
  private final int epmdPort = FreePorts.next();
  private final Optional<TlsEndpoint> tls;
  private final ChildProcess epmd;
  private final ChildProcess server;
  private final String product;

  private RabbitMqServerProcess(TempDirectory directory, boolean withTls) {
    this.directory = directory;
    String configuration = configuration();
    if (withTls) {
      int tlsPort = FreePorts.next();
      TlsMaterial material = TlsMaterial.create(directory);
      configuration += tlsConfiguration(tlsPort, material);
      tls = Optional.of(material.endpoint(tlsPort));
    } else {
      tls = Optional.empty();
    }
    directory.write("rabbitmq.conf", configuration);
    directory.write("enabled_plugins", "[].\n");
    epmd = startEpmd();
    server = startServer();
    try {
      product = awaitProduct();
    } catch (RuntimeException e) {
      stopProcesses();
      throw e;
    }
  }

  static boolean isInstalled() {
    return script().isPresent() && epmdBinary().isPresent();
  }

  static RabbitMqServerProcess start(boolean tls) {
    TempDirectory directory = TempDirectory.create("rabbitmq");
    try {
      return new RabbitMqServerProcess(directory, tls);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static Optional<Path> script() {
    return Stream.concat(SCRIPTS.stream().map(Path::of), onPath("rabbitmq-server"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Optional<Path> epmdBinary() {
    return onPath("epmd").filter(Files::isExecutable).findFirst();
  }

  private static Stream<Path> onPath(String binary) {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isBlank())
        .map(folder -> Path.of(folder, binary));
  }

  private String configuration() {
    return String.join(
        "\n",
        "listeners.tcp.1 = 127.0.0.1:" + port,
        "vm_memory_high_watermark.absolute = 512MB",
        "disk_free_limit.absolute = 50MB",
        "log.console = true",
        "log.console.level = warning",
        "log.file = false",
        "");
  }

  private static String tlsConfiguration(int tlsPort, TlsMaterial material) {
    return String.join(
        "\n",
        "listeners.ssl.1 = 127.0.0.1:" + tlsPort,
        "ssl_options.cacertfile = " + material.certificatePem(),
        "ssl_options.certfile = " + material.certificatePem(),
        "ssl_options.keyfile = " + material.privateKeyPem(),
        "ssl_options.verify = verify_none",
        "ssl_options.fail_if_no_peer_cert = false",
        "");
  }

  private ChildProcess startEpmd() {
    ProcessBuilder builder =
        new ProcessBuilder(
            epmdBinary().orElseThrow().toString(),
            "-port",
            Integer.toString(epmdPort),
            "-address",
            "127.0.0.1");
    return ChildProcess.start("epmd", builder, directory.path().resolve("epmd.out"));
  }

  private ChildProcess startServer() {
    ProcessBuilder builder = new ProcessBuilder(script().orElseThrow().toString());
    builder.directory(directory.path().toFile());
    Map<String, String> environment = builder.environment();
    environment.put("HOME", directory.path().toString());
    environment.put("RABBITMQ_BASE", directory.path().toString());
    environment.put("RABBITMQ_NODENAME", "test" + port + "@localhost");
    environment.put("RABBITMQ_MNESIA_BASE", file("mnesia"));
    environment.put("RABBITMQ_LOG_BASE", file("log"));
    environment.put("RABBITMQ_CONFIG_FILE", file("rabbitmq.conf"));
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", file("enabled_plugins"));
    environment.put("RABBITMQ_PID_FILE", file("pid"));
    environment.put("RABBITMQ_DIST_PORT", Integer.toString(FreePorts.next()));
    // A file that does not exist: the machine's own environment file would win otherwise.
    environment.put("RABBITMQ_CONF_ENV_FILE", file("none"));
    environment.put("ERL_EPMD_PORT", Integer.toString(epmdPort));
    environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    environment.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        "-kernel inet_dist_use_interface {127,0,0,1} +S 2:2");
    return ChildProcess.start("rabbitmq-server", builder, directory.path().resolve("server.out"));
  }

  private String file(String name) {
    return directory.path().resolve(name).toString();
  }

  private String awaitProduct() {
    try {
      return Await.value(
              "rabbitmq-server answers on port " + port + " or ends",
              START_LIMIT,
              () ->
                  Optional.of(
                      server.isAlive()
                          ? Optional.of(AmqpHandshake.server(host(), port))
                          : Optional.<String>empty()))
          .orElseThrow(() -> new HarnessException("rabbitmq-server ended while starting"));
    } catch (HarnessException e) {
      throw new HarnessException(
          e.getMessage()
              + "\n"
              + server.outputTail()
              + "\n(-Dbabelqueue.rabbitmq.kind=embedded does without rabbitmq-server)",
          e);
    }
  }

  @Override
  public String describe() {
    return product + " (rabbitmq-server process)";
  }

  @Override
  public boolean isRabbitMq() {
    return true;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Optional<TlsEndpoint> tls() {
    return tls;
  }

  /** Returns every process that runs for this broker; the test sees that none is left. */
  List<ProcessHandle> processes() {
    List<ProcessHandle> all = new ArrayList<>(server.descendants());
    all.addAll(epmd.descendants());
    ProcessHandle.of(server.pid()).ifPresent(all::add);
    ProcessHandle.of(epmd.pid()).ifPresent(all::add);
    return all;
  }

  private void stopProcesses() {
    List<ProcessHandle> children = server.descendants();
    server.terminate();
    server.awaitEnd(STOP_LIMIT, children);
    epmd.terminate();
    epmd.awaitEnd(STOP_LIMIT, List.of());
  }

  @Override
  public void close() {
    try {
      stopProcesses();
    } finally {
      directory.close();
    }
  }
}
