package com.babelqueue.connect.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of a peer's program: input given whole, output read whole, ended by force when it
 * outlasts its limit. Output goes to files, so that no pipe can fill up. Stateless; any thread.
 */
final class PeerProcess {
  private static final int TAIL_CHARACTERS = 4000;
  private static final long KILL_SECONDS = 10;

  private PeerProcess() {}

  /**
   * Runs a command to its end.
   *
   * @param environment added to this JVM's own
   * @param input what the program finds on its standard input
   * @return the lines of its standard output
   * @throws AssertionError with what it printed, when it fails or outlasts the limit
   */
  static List<String> run(
      List<String> command, Map<String, String> environment, String input, Duration limit) {
    try {
      Path directory = Files.createTempDirectory("babelqueue-interop-");
      Path in = Files.writeString(directory.resolve("in"), input);
      Path out = directory.resolve("out");
      Path errors = directory.resolve("errors");
      try {
        ProcessBuilder builder =
            new ProcessBuilder(command)
                .redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        int status = await(builder.start(), command, limit, out, errors);
        if (status != 0) {
          throw new AssertionError("exit status " + status + " of " + report(command, out, errors));
        }
        return Files.readAllLines(out, UTF_8);
      } finally {
        for (Path file : List.of(in, out, errors, directory)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("a peer could not be run: " + command, e);
    }
  }

  private static int await(
      Process process, List<String> command, Duration limit, Path out, Path errors)
      throws IOException {
    try {
      if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return process.exitValue();
      }
      throw new AssertionError("not ended within " + limit + ": " + report(command, out, errors));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted during " + command, e);
    } finally {
      end(process);
    }
  }

  private static void end(Process process) {
    if (process.isAlive()) {
      process.destroyForcibly();
      try {
        process.waitFor(KILL_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String report(List<String> command, Path out, Path errors) throws IOException {
    return String.join(" ", command) + "\nit printed:\n" + tail(out) + "\n" + tail(errors);
  }

  private static String tail(Path file) throws IOException {
    String text = new String(Files.readAllBytes(file), UTF_8);
    return text.substring(Math.max(0, text.length() - TAIL_CHARACTERS));
  }
}
