package com.babelqueue.connect.benchmark.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The JVM of {@link BareLoopMain}, started with the same heap as the worker. One thread, and one
 * that reads its answers.
 */
final class BareProcess implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(20);
  private static final String GONE = "gone";

  private final Process process;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  BareProcess(String heap, String kafka, Map<String, String> address) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-cp",
                System.getProperty("java.class.path"),
                BareLoopMain.class.getName(),
                kafka));
    address.forEach((key, value) -> command.add(key + "=" + value));
    try {
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException("the bare loop could not be started", e);
    }
    Thread reader = new Thread(this::read, "answers of the bare loop");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        answers.add(line);
      }
    } catch (IOException e) {
      // The end is all that counts.
    }
    answers.add(GONE);
  }

  /** Asks for a run and returns when it begins. */
  void begin(String direction, String queue, String topic, int count, Duration limit)
      throws InterruptedException {
    String request = String.join(" ", direction, queue, topic, Integer.toString(count)) + "\n";
    try {
      process.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("the bare loop takes no request", e);
    }
    awaitAnswer(BareLoopMain.BEGUN, limit);
  }

  /** Waits until the run that was begun is over. */
  void finish(Duration limit) throws InterruptedException {
    awaitAnswer(BareLoopMain.DONE, limit);
  }

  private void awaitAnswer(String wanted, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    String answer;
    do {
      answer = answers.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (answer == null || answer.equals(GONE)) {
        throw new IllegalStateException(
            "the bare loop " + (answer == null ? "did not say " : "ended before ") + wanted);
      }
    } while (!answer.equals(wanted));
  }

  /** Whether it still runs; a run fails by ending it. */
  boolean isAlive() {
    return process.isAlive();
  }

  long pid() {
    return process.pid();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      process.destroyForcibly();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
