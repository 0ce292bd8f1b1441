package com.babelqueue.connect.benchmark.bridge;

import com.babelqueue.connect.benchmark.Bound;
import com.babelqueue.connect.benchmark.Result;
import com.babelqueue.connect.benchmark.ResultsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Measures one broker's connectors against bare loops and writes the ratios. Options are system
 * properties: {@code benchmark.rounds}, {@code benchmark.messages}, {@code benchmark.heap}, {@code
 * benchmark.parts} (a list of source, sink, tasks, backlog).
 */
public final class BridgeBenchmark {
  private static final double WANTED = 0.9;

  private final BenchedBroker broker;
  private final Stage stage;
  private final int rounds;
  private final int messages;
  private final List<Result> results = new ArrayList<>();

  private BridgeBenchmark(BenchedBroker broker, Stage stage) {
    this.broker = broker;
    this.stage = stage;
    this.rounds = Integer.getInteger("benchmark.rounds", 5);
    this.messages = Integer.getInteger("benchmark.messages", broker.messages());
  }

  /**
   * Runs the parts that were asked for.
   *
   * @param args the folder to write to
   */
  public static void main(String[] args) throws Exception {
    List<String> parts =
        List.of(System.getProperty("benchmark.parts", "source,sink,tasks,backlog").split(",", -1));
    try (BenchedBroker broker = ServiceLoader.load(BenchedBroker.class).findFirst().orElseThrow()) {
      broker.start();
      try (Stage stage = new Stage(broker, System.getProperty("benchmark.heap", "1g"))) {
        BridgeBenchmark benchmark = new BridgeBenchmark(broker, stage);
        for (String part : parts) {
          benchmark.run(part);
        }
        new ResultsFolder(Path.of(args[0]))
            .write(broker.name(), command(broker.name()), benchmark.results)
            .forEach(file -> System.out.println("written: " + file));
      }
    }
  }

  private static String command(String name) {
    return "mvn -Pbenchmarks -DskipTests -pl conformance/benchmarks/" + name + " -am verify";
  }

  private void run(String part) throws Exception {
    switch (part) {
      case "source" ->
          compare(
              "source",
              run -> stage.connectorSource(run, messages, 1),
              run -> stage.bareSource(run, messages));
      case "sink" ->
          compare(
              "sink",
              run -> stage.connectorSink(run, messages, 1),
              run -> stage.bareSink(run, messages));
      case "tasks" -> {
        tasks(2);
        tasks(4);
      }
      case "backlog" -> backlog();
      default -> throw new IllegalArgumentException("no such part: " + part);
    }
  }

  private void compare(String direction, Side subject, Side reference) throws Exception {
    long cpuBefore = stage.workerCpu().toMillis();
    Alternation runs = Alternation.of(subject, reference, rounds, direction);
    double cpu = (stage.workerCpu().toMillis() - cpuBefore) / 1e3 / (rounds + 1);
    double rate = runs.subjectRate(messages);
    double bareRate = runs.referenceRate(messages);
    add(
        new Result(
            broker.name() + " " + direction,
            messages + " of 330 bytes",
            "bare loop",
            "messages/s",
            rate,
            bareRate,
            rate / bareRate,
            Bound.atLeast(WANTED),
            new TreeMap<>(Map.of("worker CPU s per 100,000", cpu * 100_000 / messages))));
  }

  private void tasks(int tasks) throws Exception {
    Alternation runs =
        Alternation.of(
            run -> stage.connectorSource(run, messages, tasks),
            run -> stage.connectorSource(run, messages, 1),
            rounds,
            "tasks" + tasks);
    double rate = runs.subjectRate(messages);
    double one = runs.referenceRate(messages);
    add(
        new Result(
            broker.name() + " source",
            "tasks.max=" + tasks,
            "tasks.max=1",
            "messages/s",
            rate,
            one,
            rate / one,
            null,
            Map.of()));
  }

  private void backlog() throws Exception {
    int small = messages / 10;
    int large = messages * 10;
    stage.connectorSource("backlog-warm", messages, 1);
    long smallNanos = 0;
    for (int i = 0; i < 10; i++) {
      smallNanos += stage.connectorSource("backlog-small" + i, small, 1);
    }
    long largeNanos = stage.connectorSource("backlog-large", large, 1);
    double smallRate = 10.0 * small / (smallNanos / 1e9);
    double largeRate = large / (largeNanos / 1e9);
    add(
        new Result(
            broker.name() + " source",
            "backlog of " + large,
            "backlog of " + small,
            "messages/s",
            largeRate,
            smallRate,
            largeRate / smallRate,
            Bound.atLeast(WANTED),
            Map.of()));
  }

  private void add(Result result) {
    results.add(result);
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %.0f against %.0f %s, ratio %.2f%n",
        result.subject(),
        result.condition(),
        result.value(),
        result.referenceValue(),
        result.unit(),
        result.ratio());
  }
}
