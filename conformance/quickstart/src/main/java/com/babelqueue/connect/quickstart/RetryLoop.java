package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The scenario of records that a full queue refuses: the sink parks them in retry topics, the
 * re-injector brings them back when their time is over, and one that is refused too often stays in
 * the dead-letter topic until a redrive. One thread.
 */
final class RetryLoop {
  private static final String WORK = "orders";
  private static final String DEAD_LETTERS = WORK + ".dlq";

  /** Those of the example, but for the first two, which the loop waits for. */
  private static final String TIERS = "1s,6s,5m,30m";

  private static final long FIRST_DELAY_MS = 1000;

  /** Long enough for making room in the queue before it is over. */
  private static final long SECOND_DELAY_MS = 6000;

  private final KafkaServer kafka;
  private final Connectors connectors;
  private final LoopRecords records;
  private final Screen screen;
  private final Path examples;

  /**
   * Prepares the loop without starting anything.
   *
   * @param root the repository
   */
  RetryLoop(
      KafkaServer kafka, Connectors connectors, LoopRecords records, Screen screen, Path root) {
    this.kafka = kafka;
    this.connectors = connectors;
    this.records = records;
    this.screen = screen;
    this.examples = root.resolve("config-examples");
  }

  /**
   * Plays the loop on a broker that runs.
   *
   * @return whether every step happened as it must
   */
  boolean play(Act act) throws InterruptedException {
    LoopSteps loop = new LoopSteps(kafka, act, records, WORK);
    OrderStory story = new OrderStory(act.broker(), WORK);
    PlainEnvelope first = story.order(1042);
    PlainEnvelope second = story.order(1044);
    List<LoopStep> before = List.of(() -> loop.fill(1041), () -> loop.write(1042, first));
    List<LoopStep> refusedTwice =
        List.of(
            () -> loop.park(first.withAttempts(1), 1, FIRST_DELAY_MS),
            () -> loop.back(first.withAttempts(1), FIRST_DELAY_MS),
            () -> loop.park(first.withAttempts(2), 2, SECOND_DELAY_MS),
            () -> loop.makeRoom(1041),
            () -> loop.back(first.withAttempts(2), SECOND_DELAY_MS),
            () -> loop.deliver(1042, first.withAttempts(2)));
    List<LoopStep> refusedForGood =
        List.of(
            () -> loop.fill(1043),
            () -> loop.write(1044, second),
            () -> loop.park(second.withAttempts(1), 1, FIRST_DELAY_MS),
            () -> loop.back(second.withAttempts(1), FIRST_DELAY_MS),
            () -> loop.park(second.withAttempts(2), 2, SECOND_DELAY_MS),
            () -> loop.back(second.withAttempts(2), SECOND_DELAY_MS),
            () -> loop.die(DEAD_LETTERS, second.withAttempts(3)),
            () -> loop.makeRoom(1043));
    List<LoopStep> redriven = List.of(() -> loop.redrive(second), () -> loop.deliver(1044, second));
    LoopProgress progress =
        new LoopProgress(
            screen, before.size() + refusedTwice.size() + refusedForGood.size() + redriven.size());

    kafka.createTopic(WORK, 1, Map.of());
    kafka.createTopic(DEAD_LETTERS, 1, Map.of());
    explain();
    screen.title("Order 1042: refused twice, then taken");
    boolean reached = progress.take(before);
    if (reached) {
      postReinject();
      postSink(act, loop);
      reached = progress.take(refusedTwice);
    }
    if (reached) {
      screen.title("Order 1044: refused until its attempts are used up, then redriven");
      reached = progress.take(refusedForGood);
    }
    if (reached) {
      postRedrive();
      progress.take(redriven);
    }
    screen.title("Summary");
    boolean good = progress.summarize(act.broker());
    screen.step(
        "kafka",
        good
            ? "nothing was lost: both orders arrived, one after two refusals, one by a redrive"
            : "NOT every order came as it must");
    return good;
  }

  private void explain() {
    screen.line("");
    screen.line(
        """
          What a full queue refuses, the sink parks in orders.retry.<n>. The re-injector brings it back
          when its time there is over. After max.attempts it is a dead letter, in orders.dlq. The first
          two tiers are cut to 1 s and 6 s here. At every step headers and body are compared with what
          they must be; attempts is what the message itself says.\
        """);
  }

  private void postReinject() {
    ConnectorFile example = ConnectorFile.read(examples.resolve("reinject.json"));
    ConnectorFile posted = withCluster(example).with("retry.tiers", TIERS);
    post(posted, posted.changesFrom(example, Set.of()));
  }

  private void postSink(Act act, LoopSteps loop) {
    ConnectorFile posted = withCluster(act.sink(WORK)).with("retry.tiers", TIERS);
    for (Map.Entry<String, String> setting : loop.queue().settings().entrySet()) {
      posted = posted.with(setting.getKey(), setting.getValue());
    }
    post(posted, act.putInto(posted));
  }

  private void postRedrive() {
    ConnectorFile example = ConnectorFile.read(examples.resolve("redrive.json"));
    ConnectorFile posted = withCluster(example);
    post(posted, posted.changesFrom(example, Set.of()));
  }

  private ConnectorFile withCluster(ConnectorFile connector) {
    return connector.with("kafka.bootstrap.servers", kafka.bootstrapServers());
  }

  private void post(ConnectorFile connector, List<String> putIn) {
    connectors.post(connector);
    int tasks = connectors.awaitRunning(connector);
    screen.step(
        "connect",
        "connector %s (%s) is RUNNING, tasks: %d"
            .formatted(connector.name(), connector.file(), tasks));
    screen.more("put in for this run: " + String.join("  ", putIn));
  }
}
