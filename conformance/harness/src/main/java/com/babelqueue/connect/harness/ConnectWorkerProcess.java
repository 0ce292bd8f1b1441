package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * A distributed Connect worker in a JVM of its own, which a test can {@link #kill} as a crash would
 * and {@link #restart} in the same Connect group and on the same REST port. It runs on this JVM's
 * class path and ends when this JVM ends. One test thread.
 */
public final class ConnectWorkerProcess implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final List<String> FRUGAL = List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final TempDirectory directory;
  private final PluginFolder plugins;
  private final List<String> command;
  private final ConnectRest rest;
  // Owned by the test thread; null while no process runs.
  private ChildProcess process;

  private ConnectWorkerProcess(WorkerSettings settings, String maxHeap, List<String> options) {
    directory = TempDirectory.create("worker");
    plugins = PluginFolder.of(settings.plugins());
    int port = FreePorts.next();
    rest = ConnectRest.at(port);
    Properties properties = new Properties();
    properties.putAll(settings.workerProperties(port, plugins.path()));
    command = command(maxHeap, options, properties);
  }

  /**
   * Starts a worker and returns when it takes requests.
   *
   * @param maxHeap the JVM's heap limit as {@code -Xmx} takes it, for example {@code 256m}
   * @throws HarnessException when it does not within 90 seconds; with the end of its output
   */
  public static ConnectWorkerProcess start(WorkerSettings settings, String maxHeap) {
    return start(settings, maxHeap, FRUGAL);
  }

  /**
   * Starts a worker with JVM options of the caller's.
   *
   * @param options in place of the harness's own, which make a start quick and the code slow
   */
  public static ConnectWorkerProcess start(
      WorkerSettings settings, String maxHeap, List<String> options) {
    ConnectWorkerProcess worker = new ConnectWorkerProcess(settings, maxHeap, options);
    try {
      worker.restart();
      return worker;
    } catch (RuntimeException e) {
      worker.close();
      throw e;
    }
  }

  private List<String> command(String maxHeap, List<String> options, Properties properties) {
    Path file = directory.path().resolve("worker.properties");
    try (Writer out = Files.newBufferedWriter(file)) {
      properties.store(out, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // A class path is longer than a command line may be, so it goes through an argument file.
    String classPath = System.getProperty("java.class.path").replace("\\", "\\\\");
    Path arguments = directory.write("worker.args", "-cp\n\"" + classPath + "\"\n");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xmx" + maxHeap);
    line.addAll(options);
    line.addAll(List.of("@" + arguments, ConnectWorkerMain.class.getName(), file.toString()));
    return line;
  }

  /** Returns the client of the worker's REST port; the same before and after a restart. */
  public ConnectRest rest() {
    return rest;
  }

  /** Returns the id of the running process. */
  public long pid() {
    return running().pid();
  }

  /** Returns the last lines that the worker and its predecessors printed. */
  public String output() {
    return running().outputTail();
  }

  /** Ends the worker by SIGKILL: nothing is handed back, committed or closed. */
  public void kill() {
    running().kill();
    process = null;
  }

  /** Starts the worker again, after stopping it in good order where it runs. */
  public void restart() {
    stop();
    ChildProcess starting =
        ChildProcess.start(
            "Connect worker",
            new ProcessBuilder(command).directory(directory.path().toFile()),
            directory.path().resolve("output"));
    process = starting;
    try {
      Await.until(
          "Connect worker process " + rest.address() + " answers or ends",
          START_LIMIT,
          () -> !starting.isAlive() || answers());
    } catch (HarnessException e) {
      throw new HarnessException(e.getMessage() + "\n" + starting.outputTail(), e);
    }
    if (!starting.isAlive()) {
      throw new HarnessException("the Connect worker ended:\n" + starting.outputTail());
    }
  }

  private boolean answers() {
    rest.awaitReady(Duration.ZERO);
    return true;
  }

  private ChildProcess running() {
    if (process == null) {
      throw new HarnessException("the Connect worker process is not running");
    }
    return process;
  }

  private void stop() {
    if (process != null) {
      process.closeInput();
      process.awaitEnd(STOP_LIMIT, List.of());
      process = null;
    }
  }

  /** Stops the worker in good order and removes its files. */
  @Override
  public void close() {
    try {
      stop();
    } finally {
      plugins.close();
      directory.close();
    }
  }
}
