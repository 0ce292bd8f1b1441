package com.babelqueue.connect.quickstart.scene;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * Entry of the JVM of a scene. It ends when its input ends, which also comes when the quickstart is
 * killed, so that no broker is left behind.
 */
public final class SceneMain {
  private static final String SETTING = "setting.";
  private static final String LOOK_COUNTS = "look.counts";

  private SceneMain() {}

  /** Runs the one scene on the class path. */
  public static void main(String[] args) throws IOException {
    PrintStream talk =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    // What a library prints would otherwise break into the talk.
    System.setOut(System.err);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String first = in.readLine();
    if (first == null) {
      return;
    }
    System.exit(run(SceneLine.parse(first).texts(), in, talk));
  }

  private static int run(Map<String, String> config, BufferedReader in, PrintStream talk)
      throws IOException {
    try {
      Stage stage = scene().open(config);
      try (ClosedOnce closing = new ClosedOnce(stage)) {
        // A Ctrl-C in the terminal reaches this JVM too: the broker must go then as well.
        Runtime.getRuntime().addShutdownHook(new Thread(closing::close, "close stage"));
        talk.println(ready(stage).encode());
        String asked = in.readLine();
        while (asked != null) {
          answer(SceneLine.parse(asked), stage, talk);
          talk.println(new SceneLine(SceneLine.Word.DONE, Map.of()).encode());
          asked = in.readLine();
        }
        return 0;
      }
    } catch (RuntimeException | LinkageError e) {
      e.printStackTrace();
      talk.println(failed(e).encode());
      return 1;
    }
  }

  private static void answer(SceneLine asked, Stage stage, PrintStream talk) {
    Consumer<SceneLine> tell = line -> talk.println(line.encode());
    switch (asked.word()) {
      case SEND -> stage.send(message -> tell.accept(message.toLine()));
      case LOOK ->
          stage
              .look(Integer.parseInt(asked.text(SceneLine.COUNT)))
              .forEach(message -> tell.accept(message.toLine()));
      case FILL ->
          tell.accept(refusing(stage).fill(Integer.parseInt(asked.text(SceneLine.ORDER))).toLine());
      case TAKE -> tell.accept(refusing(stage).take().toLine());
      default -> throw new IllegalArgumentException("no question: " + asked.word());
    }
  }

  private static RefusingStage refusing(Stage stage) {
    if (stage instanceof RefusingStage refusing) {
      return refusing;
    }
    throw new IllegalStateException("this broker is not shown refusing messages");
  }

  private static Scene scene() {
    return ServiceLoader.load(Scene.class)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no scene on the class path"));
  }

  private static SceneLine ready(Stage stage) {
    return new SceneLine(
            SceneLine.Word.READY,
            Map.of(
                "broker",
                stage.broker(),
                "client",
                stage.client(),
                "queue",
                stage.queue(),
                "note",
                stage.note().orElse(""),
                "secret",
                Boolean.toString(stage.credentialsAreSecret()),
                LOOK_COUNTS,
                Boolean.toString(stage.countsLooks())))
        .with(SETTING, stage.settings());
  }

  /** Returns the settings in a {@code READY} line that lead to the broker. */
  public static Map<String, String> settings(SceneLine ready) {
    return ready.under(SETTING);
  }

  /** Says whether the broker of a {@code READY} line counts a look as a delivery. */
  public static boolean countsLooks(SceneLine ready) {
    return Boolean.parseBoolean(ready.text(LOOK_COUNTS));
  }

  private static SceneLine failed(Throwable e) {
    StringBuilder reason = new StringBuilder();
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      String text = cause.getMessage() == null ? cause.getClass().getName() : cause.getMessage();
      if (reason.indexOf(text) < 0) {
        reason.append(reason.isEmpty() ? "" : "\n").append(text);
      }
    }
    return new SceneLine(SceneLine.Word.FAILED, Map.of(SceneLine.REASON, reason.toString()));
  }
}
