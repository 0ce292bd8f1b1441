package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.connect.cli.ConnectDistributed;
import org.apache.kafka.connect.runtime.Connect;

/** Entry of the JVM behind {@link ConnectWorkerProcess}: runs until its input is closed. */
final class ConnectWorkerMain {
  // Below the grace that ConnectWorkerProcess gives.
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  private ConnectWorkerMain() {}

  /**
   * Runs a worker.
   *
   * @param args the path of a properties file with the worker's settings
   */
  public static void main(String[] args) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(args[0]))) {
      properties.load(in);
    }
    Map<String, String> settings =
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, properties::getProperty));
    Connect<?> connect = new ConnectDistributed().startConnect(settings);
    awaitEndOfInput(System.in);
    haltAfter(STOP_LIMIT);
    connect.stop();
    System.exit(0);
  }

  /** Bounds the orderly stop, which waits long for a Kafka that went away with the parent. */
  private static void haltAfter(Duration limit) {
    Thread watchdog =
        new Thread(
            () -> {
              LockSupport.parkNanos(limit.toNanos());
              Runtime.getRuntime().halt(1);
            },
            "halt after " + limit);
    watchdog.setDaemon(true);
    watchdog.start();
  }

  private static void awaitEndOfInput(InputStream in) throws IOException {
    byte[] ignored = new byte[64];
    while (in.read(ignored) >= 0) {
      // Nothing is ever sent; only the end counts, which also comes when the parent is killed.
    }
  }
}
