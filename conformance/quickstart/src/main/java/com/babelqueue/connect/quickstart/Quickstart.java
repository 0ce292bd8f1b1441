package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.HarnessException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the demonstration once: {@code mvn -Pquickstart -DskipTests verify}. The exit code is 0 when
 * every message that was sent arrived as the contract says.
 */
public final class Quickstart {
  private static final int CLOSE_LIMIT_SECONDS = 60;

  private Quickstart() {}

  /**
   * Runs it.
   *
   * @param args none; see {@link QuickstartSettings} for the system properties
   */
  public static void main(String[] args) throws IOException {
    PrintStream terminal =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    Screen screen = new Screen(terminal, Screen.isColoured(), System::nanoTime);
    QuickstartSettings settings = QuickstartSettings.from(System.getProperties());
    redirectPrintedLogs(settings.log());
    Files.deleteIfExists(settings.passed());

    StopSignal stop = new StopSignal();
    ProcessHandle.current()
        .parent()
        .ifPresent(mvn -> inBackground("end of mvn", () -> mvn.onExit().join(), stop));
    if (settings.stay()) {
      inBackground("end of input", Quickstart::readToEnd, stop);
    }
    CountDownLatch closed = new CountDownLatch(1);
    Thread main = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> endInOrder(stop, main, closed), "end in order"));
    boolean passed = run(settings, screen, stop);
    if (passed) {
      Files.writeString(settings.passed(), "");
    }
    screen.line("");
    closed.countDown();
    System.exit(passed ? 0 : 1);
  }

  private static boolean run(QuickstartSettings settings, Screen screen, StopSignal stop) {
    try (QuickstartRun run = new QuickstartRun(settings, screen, stop)) {
      return run.run();
    } catch (RuntimeException | LinkageError e) {
      if (stop.isRaised()) {
        screen.line("Stopped.");
        return false;
      }
      log().error("the quickstart failed", e);
      boolean forPerson = e instanceof QuickstartException || e instanceof HarnessException;
      fail(screen, settings, forPerson ? e.getMessage() : e.toString());
      return false;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static void fail(Screen screen, QuickstartSettings settings, String message) {
    screen.title("quickstart failed");
    screen.error(message);
    screen.line("  The log may say more: " + settings.log());
  }

  /** Libraries that print, and slf4j itself, must not write between the lines of the screen. */
  private static void redirectPrintedLogs(Path log) throws IOException {
    Files.createDirectories(log.getParent());
    Files.deleteIfExists(log);
    PrintStream file =
        new PrintStream(new FileOutputStream(log.toFile(), true), true, StandardCharsets.UTF_8);
    System.setOut(file);
    System.setErr(file);
  }

  /** Not a constant: loggers must not come to life before the printed logs are redirected. */
  private static Logger log() {
    return LoggerFactory.getLogger(Quickstart.class);
  }

  private static void inBackground(String name, Runnable wait, StopSignal stop) {
    Thread thread =
        new Thread(
            () -> {
              wait.run();
              stop.raise();
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void readToEnd() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // An input that cannot be read has ended.
    }
  }

  private static void endInOrder(StopSignal stop, Thread main, CountDownLatch closed) {
    if (closed.getCount() > 0) {
      stop.raise();
      main.interrupt();
      try {
        boolean inTime = closed.await(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
        log().info("closed in time: {}", inTime);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
