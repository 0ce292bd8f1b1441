package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.quickstart.scene.FullQueue;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.SceneLine;
import com.babelqueue.connect.quickstart.scene.SceneLine.Word;
import com.babelqueue.connect.quickstart.scene.SceneMain;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The JVM of one scene. One thread, apart from the one that reads its lines. */
final class SceneProcess implements AutoCloseable {
  private static final Duration LINE_LIMIT = Duration.ofSeconds(100);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);
  private static final String HARNESS_PREFIX = "babelqueue.";
  private static final String LOG_SETTINGS = "scene-log4j.properties";

  private final String broker;
  private final Process process;
  // Filled by the reading thread; empty stands for the end.
  private final BlockingQueue<Optional<SceneLine>> lines = new LinkedBlockingQueue<>();
  private final PrintStream talk;

  private SceneProcess(String broker, Process process) {
    this.broker = broker;
    this.process = process;
    this.talk = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "lines of " + broker);
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * Forks the JVM and lets it start its broker; returns at once.
   *
   * @param config the configuration of the connector that will be posted
   * @param log takes what the broker and its client say
   */
  static SceneProcess start(SceneModule module, Map<String, String> config, Path log) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    for (String name : System.getProperties().stringPropertyNames()) {
      String value = System.getProperty(name);
      if (name.startsWith(HARNESS_PREFIX) && !value.isBlank()) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.add("-Dlog4j.configuration=" + LOG_SETTINGS);
    command.add(SceneMain.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    // Not on the command line, where some systems have no room for it.
    builder.environment().put("CLASSPATH", module.classPath());
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    try {
      Process process = builder.start();
      SceneProcess scene = new SceneProcess(module.broker(), process);
      scene.talk.println(new SceneLine(Word.OPEN, config).encode());
      return scene;
    } catch (IOException e) {
      throw new QuickstartException(module.broker() + ": no JVM for the broker", e);
    }
  }

  private void read() {
    try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
      String line = in.readLine();
      while (line != null) {
        lines.add(Optional.of(SceneLine.parse(line)));
        line = in.readLine();
      }
    } catch (IOException | IllegalArgumentException e) {
      // Whatever it was that came instead of a line: for the waiting thread it is the end.
    } finally {
      lines.add(Optional.empty());
    }
  }

  /** Waits until the broker runs. */
  SceneLine awaitReady() {
    SceneLine line = next();
    if (line.word() != Word.READY) {
      throw new QuickstartException(broker + ": " + line.word() + " came before READY");
    }
    return line;
  }

  /** Has all messages sent, and returns them in that order. */
  List<SentMessage> send() {
    return ask(new SceneLine(Word.SEND, Map.of()), SentMessage::from);
  }

  /** Has the plain client look at messages in the queue, for which it waits. */
  List<NativeMessage> look(int count) {
    return ask(
        new SceneLine(Word.LOOK, Map.of(SceneLine.COUNT, Integer.toString(count))),
        NativeMessage::from);
  }

  /** Has the queue with one place filled. */
  FullQueue fill(int order) {
    return ask(
            new SceneLine(Word.FILL, Map.of(SceneLine.ORDER, Integer.toString(order))),
            FullQueue::from)
        .get(0);
  }

  /** Has the plain client receive the message in that queue, for which it waits. */
  NativeMessage take() {
    return ask(new SceneLine(Word.TAKE, Map.of()), NativeMessage::from).get(0);
  }

  private <T> List<T> ask(SceneLine question, Function<SceneLine, T> answer) {
    talk.println(question.encode());
    List<T> answers = new ArrayList<>();
    SceneLine line = next();
    while (line.word() != Word.DONE) {
      answers.add(answer.apply(line));
      line = next();
    }
    return answers;
  }

  private SceneLine next() {
    Optional<SceneLine> line;
    try {
      line = lines.poll(LINE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new QuickstartException("interrupted while waiting for " + broker, e);
    }
    if (line == null) {
      throw new QuickstartException(
          broker + ": the broker did not answer within " + LINE_LIMIT.toSeconds() + " s");
    }
    SceneLine known =
        line.orElseThrow(
            () -> new QuickstartException(broker + ": the JVM of the broker ended by itself"));
    if (known.word() == Word.FAILED) {
      throw new QuickstartException(broker + ": " + known.text(SceneLine.REASON));
    }
    return known;
  }

  /** Asks the scene to end, without waiting for it. */
  void askToEnd() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It has ended already.
    }
  }

  /** Waits until the scene has ended, and its broker with it. */
  @Override
  public void close() {
    askToEnd();
    try {
      if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
