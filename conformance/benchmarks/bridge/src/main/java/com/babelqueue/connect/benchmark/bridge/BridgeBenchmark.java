package com.babelqueue.connect.benchmark.bridge;

import com.babelqueue.connect.benchmark.Bound;
import com.babelqueue.connect.benchmark.Result;
import com.babelqueue.connect.benchmark.ResultsFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Measures one broker's connectors against bare loops and writes the ratios. Options are system
 * properties: {@code benchmark.rounds}, {@code benchmark.messages}, {@code benchmark.heap}, {@code
 * benchmark.parts} (a list of source, sink, tasks, backlog) and {@code benchmark.worker.options}.
 */
public final class BridgeBenchmark {
  private static final double WANTED = 0.9;

  /** How many one run moves. */
  private static final int MESSAGES = 100_000;

  private static final int MOST_TASKS = 4;
  private static final int BACKLOG_STEP = 10;

  private final BenchedBroker broker;
  private final Stage stage;
  private final BenchmarkOptions options;
  private final int messages;
  private final List<Result> results = new ArrayList<>();

  private BridgeBenchmark(BenchedBroker broker, Stage stage, BenchmarkOptions options) {
    this.broker = broker;
    this.stage = stage;
    this.options = options;
    this.messages = options.messages() == 0 ? MESSAGES : options.messages();
  }

  /**
   * Runs the parts that were asked for.
   *
   * @param args the folder to write to
   */
  public static void main(String[] args) {
    int status = 0;
    try {
      String folder = BenchmarkOptions.fromSystemProperties().folder();
      if (!folder.isEmpty()) {
        System.setProperty("java.io.tmpdir", folder);
      }
      measure(Path.of(args[0]));
    } catch (Exception e) {
      e.printStackTrace();
      status = 1;
    }
    // Kafka and brokers leave threads behind that would keep this JVM alive.
    System.exit(status);
  }

  /**
   * Runs the parts that were asked for, in the class path's broker.
   *
   * @param folder the folder to write to
   * @throws IllegalStateException when something does not arrive, comes back or fails
   */
  public static void measure(Path folder) throws Exception {
    BenchmarkOptions options = BenchmarkOptions.fromSystemProperties();
    try (BenchedBroker broker = ServiceLoader.load(BenchedBroker.class).findFirst().orElseThrow()) {
      broker.start();
      try (Stage stage = Stage.open(broker, options)) {
        BridgeBenchmark benchmark = new BridgeBenchmark(broker, stage, options);
        for (String part : options.parts()) {
          stage.markHeap();
          benchmark.run(part);
        }
        new ResultsFolder(folder)
            .write(
                options.chapter(broker.name()), options.command(broker.name()), benchmark.results)
            .forEach(file -> System.out.println("written: " + file));
      }
    }
  }

  private void run(String part) throws Exception {
    switch (part) {
      case "source" ->
          compare(
              "source",
              run -> stage.connectorSource(run, messages),
              run -> stage.bareSource(run, messages));
      case "sink" ->
          compare(
              "sink",
              run -> stage.connectorSink(run, messages),
              run -> stage.bareSink(run, messages));
      case "tasks" -> {
        tasks(2);
        tasks(MOST_TASKS);
      }
      case "backlog" -> backlog();
      default -> throw new IllegalArgumentException("no such part: " + part);
    }
  }

  private void compare(String direction, Side subject, Side reference) throws Exception {
    Alternation runs =
        Alternation.of(subject, reference, options.rounds(), options.warmUp(), direction);
    Map<String, Double> more = new TreeMap<>(stage.workerHeap());
    more.put("worker CPU s per 100,000", Alternation.cpuSeconds(runs.subject(), messages));
    more.put("bare CPU s per 100,000", Alternation.cpuSeconds(runs.reference(), messages));
    more.put("worker ms to the first", Alternation.firstMillis(runs.subject()));
    more.put("bare ms to the first", Alternation.firstMillis(runs.reference()));
    add(
        direction,
        messages + " of " + Envelopes.SMALL.length + " bytes",
        "bare loop",
        Alternation.rate(runs.subject(), messages),
        Alternation.rate(runs.reference(), messages),
        Bound.atLeast(WANTED),
        more);
  }

  /** As many queues as the most tasks, since a queue is read by one task. */
  private void tasks(int tasks) throws Exception {
    Alternation runs =
        Alternation.of(
            run -> stage.connectorSource(run, messages, MOST_TASKS, tasks),
            run -> stage.connectorSource(run, messages, MOST_TASKS, 1),
            options.rounds(),
            // The same connector has run before.
            Duration.ZERO,
            "tasks" + tasks);
    add(
        "source",
        MOST_TASKS + " queues, tasks.max=" + tasks,
        "tasks.max=1",
        Alternation.rate(runs.subject(), messages),
        Alternation.rate(runs.reference(), messages),
        null,
        Map.of());
  }

  private void backlog() throws Exception {
    int small = messages / BACKLOG_STEP;
    stage.connectorSource("backlog-warm", messages);
    List<Move> smallRuns = new ArrayList<>();
    stage.markHeap();
    for (int i = 0; i < BACKLOG_STEP; i++) {
      smallRuns.add(stage.connectorSource("backlog-small" + i, small).sinceFirst());
    }
    double smallRate = Alternation.rate(smallRuns, small);
    backlog(messages, small, smallRate);
    backlog(Math.min(messages * BACKLOG_STEP, broker.deepest()), small, smallRate);
  }

  private void backlog(int size, int small, double smallRate) throws Exception {
    stage.markHeap();
    Move move = stage.connectorSource("backlog-of-" + size, size).sinceFirst();
    add(
        "source",
        "backlog of " + size,
        "backlog of " + small,
        Alternation.rate(List.of(move), size),
        smallRate,
        Bound.atLeast(WANTED),
        stage.workerHeap());
  }

  private void add(
      String direction,
      String condition,
      String reference,
      double rate,
      double referenceRate,
      Bound bound,
      Map<String, Double> more) {
    Result result =
        new Result(
            broker.name() + " " + direction,
            condition,
            reference,
            "messages/s",
            rate,
            referenceRate,
            rate / referenceRate,
            bound,
            more);
    results.add(result);
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.0f against %.0f %s, ratio %.2f %s%n",
        result.subject(),
        result.condition(),
        result.value(),
        result.referenceValue(),
        result.unit(),
        result.ratio(),
        result.more());
  }
}
