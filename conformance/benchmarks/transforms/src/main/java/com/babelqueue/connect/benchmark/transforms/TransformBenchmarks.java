package com.babelqueue.connect.benchmark.transforms;

import com.babelqueue.connect.benchmark.Bound;
import com.babelqueue.connect.benchmark.Result;
import com.babelqueue.connect.benchmark.ResultsFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks of this module and writes the ratios between them. */
public final class TransformBenchmarks {
  private static final String MANY_NAMES = "ProjectHeaders, a name for each line";
  private static final String COMMAND =
      "mvn -Pbenchmarks -DskipTests -pl conformance/benchmarks/transforms -am verify";

  /** What to call each benchmark without a bound. */
  private static final Map<String, String> OTHERS =
      new TreeMap<>(
          Map.of(
              "schemaVersionGate", "SchemaVersionGate",
              "reconcileAttemptsInHeader", "ReconcileAttempts, write=header",
              "reconcileAttemptsInBody", "ReconcileAttempts, write=body",
              "validateEnvelope", "ValidateEnvelope",
              "validateProducerEnvelope", "ValidateEnvelope, schema=producer",
              "normalizeEnvelope", "NormalizeEnvelope",
              "routeByUrn", "RouteByUrn"));

  private static final String ALLOCATION = "gc.alloc.rate.norm";
  private static final double MAX_ALLOCATION = 2_048;

  private TransformBenchmarks() {}

  /**
   * Runs everything.
   *
   * @param args the folder to write to, then options of JMH's own command line
   */
  public static void main(String[] args) throws RunnerException, CommandLineOptionException {
    Options options =
        new OptionsBuilder()
            .parent(new CommandLineOptions(Arrays.copyOfRange(args, 1, args.length)))
            .addProfiler(GCProfiler.class)
            .build();
    Measured measured = Measured.of(new Runner(options).run());
    List<Result> results = new ArrayList<>();
    for (int bytes : measured.sizes("projectHeaders")) {
      results.add(againstScan(measured, "envelopeScanner", "EnvelopeScanner", bytes, null));
      results.add(
          againstScan(
              measured,
              "projectHeaders",
              "ProjectHeaders",
              bytes,
              Bound.atMost(bytes < 4_096 ? 1.3 : 1.15)));
      results.add(fasterThanStock(measured, bytes));
      results.add(allocation(measured, "projectHeaders", "ProjectHeaders", bytes));
    }
    for (int bytes : measured.sizes("schemaVersionGate")) {
      OTHERS.forEach(
          (benchmark, subject) ->
              results.add(againstScan(measured, benchmark, subject, bytes, null)));
    }
    for (int bytes : measured.sizes("manyNamesProjectHeaders")) {
      results.add(
          against(
              measured,
              "manyNamesTokenScan",
              "manyNamesProjectHeaders",
              MANY_NAMES,
              bytes,
              Bound.atMost(1.15)));
      results.add(allocation(measured, "manyNamesProjectHeaders", MANY_NAMES, bytes));
    }
    new ResultsFolder(Path.of(args[0]))
        .write("transforms", COMMAND, results)
        .forEach(file -> System.out.println("written: " + file));
  }

  private static Result againstScan(
      Measured measured, String benchmark, String subject, int bytes, Bound bound) {
    return against(measured, "bareTokenScan", benchmark, subject, bytes, bound);
  }

  private static Result against(
      Measured measured,
      String reference,
      String benchmark,
      String subject,
      int bytes,
      Bound bound) {
    double nanos = measured.nanos(benchmark, bytes);
    double scan = measured.nanos(reference, bytes);
    return new Result(
        subject,
        bytes + " bytes",
        "bare token scan",
        "ns",
        nanos,
        scan,
        nanos / scan,
        bound,
        Map.of("B/op", measured.allocation(benchmark, bytes)));
  }

  private static Result fasterThanStock(Measured measured, int bytes) {
    double nanos = measured.nanos("projectHeaders", bytes);
    double stock = measured.nanos("stockRoute", bytes);
    return new Result(
        "ProjectHeaders, times faster",
        bytes + " bytes",
        "stock transforms",
        "ns",
        nanos,
        stock,
        stock / nanos,
        bytes < 4_096 ? Bound.atLeast(3.5) : bytes == 4_096 ? Bound.atLeast(4.5) : null,
        Map.of("B/op of the stock route", measured.allocation("stockRoute", bytes)));
  }

  private static Result allocation(Measured measured, String benchmark, String subject, int bytes) {
    double allocated = measured.allocation(benchmark, bytes);
    return new Result(
        subject + ", allocation",
        bytes + " bytes",
        "2 KiB",
        "B/op",
        allocated,
        MAX_ALLOCATION,
        allocated / MAX_ALLOCATION,
        Bound.atMost(1),
        Map.of());
  }

  /**
   * What JMH found, by benchmark and size.
   *
   * @param results by method name and size
   */
  private record Measured(Map<Integer, Map<String, RunResult>> results) {
    static Measured of(Collection<RunResult> runs) {
      Map<Integer, Map<String, RunResult>> results = new TreeMap<>();
      for (RunResult run : runs) {
        String name = run.getParams().getBenchmark();
        results
            .computeIfAbsent(
                Integer.valueOf(run.getParams().getParam("bytes")), size -> new TreeMap<>())
            .put(name.substring(name.lastIndexOf('.') + 1), run);
      }
      return new Measured(results);
    }

    /** The sizes that a benchmark ran with. */
    List<Integer> sizes(String benchmark) {
      return results.entrySet().stream()
          .filter(size -> size.getValue().containsKey(benchmark))
          .map(Map.Entry::getKey)
          .toList();
    }

    double nanos(String benchmark, int bytes) {
      return run(benchmark, bytes).getPrimaryResult().getStatistics().getPercentile(50);
    }

    double allocation(String benchmark, int bytes) {
      return run(benchmark, bytes).getSecondaryResults().get(ALLOCATION).getScore();
    }

    private RunResult run(String benchmark, int bytes) {
      return results.get(bytes).get(benchmark);
    }
  }
}
