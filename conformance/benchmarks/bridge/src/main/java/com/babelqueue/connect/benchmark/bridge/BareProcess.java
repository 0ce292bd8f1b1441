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
import java.util.concurrent.TimeUnit;

/** The JVM of {@link BareLoopMain}, started with the same heap as the worker. One thread. */
final class BareProcess implements AutoCloseable {
  private static final Duration END = Duration.ofSeconds(20);

  private final Process process;
  private final BufferedReader answers;

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
      process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException("the bare loop could not be started", e);
    }
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs once; how many nanoseconds it took. */
  long run(String direction, String queue, String topic, int count) {
    try {
      String request = String.join(" ", direction, queue, topic, Integer.toString(count)) + "\n";
      process.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      for (String line = answers.readLine(); line != null; line = answers.readLine()) {
        if (line.startsWith(BareLoopMain.ANSWER)) {
          return Long.parseLong(line.substring(BareLoopMain.ANSWER.length()));
        }
      }
      throw new IllegalStateException("the bare loop ended without an answer");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
