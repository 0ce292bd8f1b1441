package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server that runs as a process of its own: its output goes to a file, and neither it nor what it
 * started outlives this JVM's orderly end. One test thread.
 */
final class ChildProcess {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(10);
  private static final Duration CHILD_GRACE = Duration.ofSeconds(3);
  private static final int TAIL_LINES = 60;

  private final String name;
  private final Process process;
  private final Path output;
  private final Thread endWithJvm;

  private ChildProcess(String name, Process process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
    this.endWithJvm = new Thread(this::destroyTree, "end " + name);
    Runtime.getRuntime().addShutdownHook(endWithJvm);
  }

  static ChildProcess start(String name, ProcessBuilder builder, Path output) {
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    try {
      return new ChildProcess(name, builder.start(), output);
    } catch (IOException e) {
      throw new HarnessException(name + " could not be started", e);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  /** Closes the process's standard input, which asks it to end. */
  void closeInput() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks for an orderly end by SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /**
   * Waits for the end; what is left of the process and its children after the grace is killed.
   *
   * @param children the descendants, listed while the process still lived
   */
  void awaitEnd(Duration grace, List<ProcessHandle> children) {
    if (!exits(grace)) {
      process.destroyForcibly();
      exits(KILL_LIMIT);
    }
    forgetHook();
    // Children end when they see that their parent is gone, which takes a moment.
    for (ProcessHandle child : children) {
      if (!ends(child, CHILD_GRACE)) {
        child.destroyForcibly();
        ends(child, KILL_LIMIT);
      }
    }
  }

  private static boolean ends(ProcessHandle child, Duration limit) {
    try {
      child.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  /** Returns what the process has started, directly or not. */
  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /** Ends the process by SIGKILL and waits until it is gone. */
  void kill() {
    process.destroyForcibly();
    boolean gone = exits(KILL_LIMIT);
    forgetHook();
    if (!gone) {
      throw new HarnessException(name + " (pid " + pid() + ") survived SIGKILL");
    }
  }

  /** Returns the last lines of what the process printed. */
  String outputTail() {
    try {
      List<String> lines =
          new String(Files.readAllBytes(output), StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "(output of " + name + " is not readable: " + e + ")";
    }
  }

  private boolean exits(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void destroyTree() {
    List<ProcessHandle> children = descendants();
    process.destroy();
    children.forEach(ProcessHandle::destroy);
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(endWithJvm);
    } catch (IllegalStateException e) {
      // The JVM is already going down; the hook runs anyway.
    }
  }
}
