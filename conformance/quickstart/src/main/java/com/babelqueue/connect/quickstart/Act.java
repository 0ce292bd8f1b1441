package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.quickstart.scene.FullQueue;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.SceneLine;
import com.babelqueue.connect.quickstart.scene.SceneMain;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One broker's part of the demonstration: its scene, and the connector that reads what the scene
 * sends. One thread.
 */
final class Act implements AutoCloseable {
  private static final String YOURS = "(yours)";

  private final SceneModule module;
  private final ConnectorFile example;
  // A person's own file, where it takes the example's place.
  private final Optional<ConnectorFile> own;
  private final SceneProcess scene;
  // Null until the broker runs.
  private SceneLine ready;
  private boolean readsElsewhere;

  private Act(
      SceneModule module, ConnectorFile example, Optional<ConnectorFile> own, SceneProcess scene) {
    this.module = module;
    this.example = example;
    this.own = own;
    this.scene = scene;
  }

  /**
   * Begins to start the broker and returns at once.
   *
   * @param own a person's own connector; it takes the example's place when it is of the same class
   */
  static Act begin(SceneModule module, Optional<ConnectorFile> own, Path log) {
    ConnectorFile example = ConnectorFile.read(module.example());
    Optional<ConnectorFile> instead = own.filter(file -> file.isOfClassOf(example));
    SceneProcess scene = SceneProcess.start(module, instead.orElse(example).config(), log);
    return new Act(module, example, instead, scene);
  }

  String broker() {
    return module.broker();
  }

  /** Says whether a person's own file took the place of the example. */
  boolean isOwn() {
    return own.isPresent();
  }

  /** Says whether that file has an address of its own, so that it does not read this broker. */
  boolean readsElsewhere() {
    return readsElsewhere;
  }

  /** Waits for the broker and shows it. */
  void awaitBroker(Screen screen) {
    ready = scene.awaitReady();
    screen.step(broker(), ready.text("broker"));
    if (!ready.text("note").isEmpty()) {
      screen.more(ready.text("note"));
    }
  }

  /** Waits for the broker and its messages, shows them, and returns the messages. */
  List<SentMessage> perform(Screen screen) {
    awaitBroker(screen);
    List<SentMessage> sent = scene.send();
    screen.step(
        broker(),
        "%d messages sent to queue %s with the plain client, %s"
            .formatted(sent.size(), ready.text("queue"), ready.text("client")));
    return sent;
  }

  /** Returns the connector to post, with the broker's address in it, and says what was put in. */
  ConnectorFile connector(Screen screen) {
    ConnectorFile chosen = own.orElse(example);
    ConnectorFile.Addressed addressed = chosen.addressed(SceneMain.settings(ready), example);
    screen.step(
        broker(),
        "posts %s as connector %s%s"
            .formatted(
                chosen.file(),
                chosen.name(),
                isOwn() ? ", in place of config-examples/" + example.file() : ""));
    readsElsewhere = !addressed.putIn();
    screen.more(
        addressed.putIn()
            ? "put in for this run: " + String.join(", ", SceneMain.settings(ready).keySet())
            : "nothing is put in, since it has a " + addressed.deciding() + " of its own");
    return addressed.connector();
  }

  /** Has the plain client look at messages in the queue, for which it waits. */
  List<NativeMessage> look(int count, Screen screen) {
    List<NativeMessage> found = scene.look(count);
    screen.step(
        broker(),
        "%d messages lie in queue %s, read by the plain client, %s"
            .formatted(found.size(), ready.text("queue"), ready.text("client")));
    return found;
  }

  /** Has the plain client fill a queue that has one place, so that the broker refuses the next. */
  FullQueue fill(int order) {
    return scene.fill(order);
  }

  /** Has the plain client receive the message in that queue, for which it waits. */
  NativeMessage take() {
    return scene.take();
  }

  /** What a message's record says after a {@link #look}, when nobody else received it. */
  int attemptsAfterLook() {
    return SceneMain.countsLooks(ready) ? 1 : 0;
  }

  /**
   * Returns the example of the sink with the broker's address in it.
   *
   * @param topic what it reads
   */
  ConnectorFile sink(String topic) {
    ConnectorFile sink = ConnectorFile.read(module.sinkExample());
    return sink.addressed(SceneMain.settings(ready), sink)
        .connector()
        .with("topics", topic)
        // The example is for a cluster; this Kafka is alone.
        .with("errors.deadletterqueue.topic.replication.factor", "1");
  }

  /** Says for a person what a {@link #sink} that is posted has in place of the example's. */
  List<String> putInto(ConnectorFile sink) {
    return sink.changesFrom(
        ConnectorFile.read(module.sinkExample()), SceneMain.settings(ready).keySet());
  }

  /**
   * Returns the example of the source with the broker's address in it.
   *
   * @param topic what it writes
   */
  ConnectorFile source(String topic) {
    return example
        .addressed(SceneMain.settings(ready), example)
        .connector()
        .with("kafka.topic", topic);
  }

  /** Returns the settings that lead to the broker, as lines of a connector's JSON. */
  List<String> address() {
    boolean secret = Boolean.parseBoolean(ready.text("secret"));
    return SceneMain.settings(ready).entrySet().stream()
        .map(setting -> "\"%s\": \"%s\",".formatted(setting.getKey(), shown(setting, secret)))
        .collect(Collectors.toList());
  }

  private static String shown(Map.Entry<String, String> setting, boolean secret) {
    String key = setting.getKey();
    boolean credential = key.endsWith("password") || key.endsWith("uri") || key.contains("secret");
    return secret && credential ? YOURS : setting.getValue();
  }

  /** Asks the scene to end, without waiting for it. */
  void askToEnd() {
    scene.askToEnd();
  }

  @Override
  public void close() {
    scene.close();
  }
}
