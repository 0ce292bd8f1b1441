package com.babelqueue.connect.benchmark.bridge;

import java.time.Duration;
import java.util.List;

/**
 * What a run was asked for, by system properties that begin with {@code benchmark.}.
 *
 * @param parts what to measure, of {@link #ALL_PARTS}
 * @param rounds how many runs a median is taken of
 * @param warmUp how long each side runs before it is measured
 * @param messages how many messages one run moves; 0 leaves it to the broker
 * @param heap the heap of the worker and of the bare loops, as {@code -Xmx} takes it
 * @param folder where brokers and Kafka keep their data; empty for the machine's temporary folder
 * @param bodiesOnly whether the bare loops write bodies alone, and not what goes with them when the
 *     connector writes them
 * @param workerOptions further options of the worker's JVM, for a profile; with them the figures
 *     are not to be compared
 */
record BenchmarkOptions(
    List<String> parts,
    int rounds,
    Duration warmUp,
    int messages,
    String heap,
    String folder,
    boolean bodiesOnly,
    List<String> workerOptions) {
  /** All that can be measured. */
  static final List<String> ALL_PARTS = List.of("source", "sink", "tasks", "backlog");

  private static final int DEFAULT_ROUNDS = 5;
  private static final int DEFAULT_WARM_UP = 20;
  private static final String DEFAULT_HEAP = "1g";

  BenchmarkOptions {
    parts = List.copyOf(parts);
    workerOptions = List.copyOf(workerOptions);
    for (String part : parts) {
      if (!ALL_PARTS.contains(part)) {
        throw new IllegalArgumentException("no such part: " + part + "; there are " + ALL_PARTS);
      }
    }
    if (rounds < 1) {
      throw new IllegalArgumentException("benchmark.rounds must be at least 1");
    }
  }

  static BenchmarkOptions fromSystemProperties() {
    return new BenchmarkOptions(
        List.of(System.getProperty("benchmark.parts", String.join(",", ALL_PARTS)).split(",", -1)),
        Integer.getInteger("benchmark.rounds", DEFAULT_ROUNDS),
        Duration.ofSeconds(Integer.getInteger("benchmark.warmup", DEFAULT_WARM_UP)),
        Integer.getInteger("benchmark.messages", 0),
        System.getProperty("benchmark.heap", DEFAULT_HEAP),
        System.getProperty("benchmark.folder", ""),
        Boolean.getBoolean("benchmark.bodies.only"),
        words(System.getProperty("benchmark.worker.options", "")));
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split(" +", -1));
  }

  /**
   * The name of the chapter that holds the results: runs with another heap, or against loops that
   * do less, are ones of their own.
   */
  String chapter(String broker) {
    return broker + (heap.equals(DEFAULT_HEAP) ? "" : "-" + heap) + (bodiesOnly ? "-bodies" : "");
  }

  /** The command that runs the same again. */
  String command(String broker) {
    StringBuilder command = new StringBuilder("mvn -Pbenchmarks -DskipTests");
    if (!parts.equals(ALL_PARTS)) {
      command.append(" -Dbenchmark.parts=").append(String.join(",", parts));
    }
    if (rounds != DEFAULT_ROUNDS) {
      command.append(" -Dbenchmark.rounds=").append(rounds);
    }
    if (warmUp.toSeconds() != DEFAULT_WARM_UP) {
      command.append(" -Dbenchmark.warmup=").append(warmUp.toSeconds());
    }
    if (messages != 0) {
      command.append(" -Dbenchmark.messages=").append(messages);
    }
    if (!heap.equals(DEFAULT_HEAP)) {
      command.append(" -Dbenchmark.heap=").append(heap);
    }
    if (!folder.isEmpty()) {
      command.append(" -Dbenchmark.folder=").append(folder);
    }
    if (bodiesOnly) {
      command.append(" -Dbenchmark.bodies.only=true");
    }
    if (!workerOptions.isEmpty()) {
      command
          .append(" '-Dbenchmark.worker.options=")
          .append(String.join(" ", workerOptions))
          .append('\'');
    }
    return command + " -pl conformance/benchmarks/" + broker + " -am verify";
  }
}
