package com.babelqueue.connect.interop;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * An official SDK as {@code conformance/interop/install} has installed it, behind the small program
 * that uses it. What is not installed aborts the test that asks for it, with a printed reason.
 * Immutable; any thread.
 */
final class Sdk {
  /** How long a program looks for what it expects; generous, since only a failure spends it. */
  private static final int PROGRAM_SECONDS = 60;

  private static final Duration LIMIT = Duration.ofSeconds(PROGRAM_SECONDS + 60L);
  private static final String INSTALL = "conformance/interop/install";

  private final List<String> program;

  private Sdk(List<String> program) {
    this.program = program;
  }

  /** The Python SDK; aborts the test where it is not installed. */
  static Sdk python() {
    requireInstalled("python");
    Path room = room();
    return new Sdk(
        List.of(
            room.resolve("target/python/bin/python").toString(),
            room.resolve("python/peer.py").toString()));
  }

  /** The Go SDK; aborts the test where it is not installed. */
  static Sdk go() {
    requireInstalled("go");
    return new Sdk(List.of(room().resolve("target/go-peer").toString()));
  }

  /**
   * Aborts the test unless something is installed.
   *
   * @param what python, go, or artemis for the client of the Python SDK's Artemis transport
   */
  static void requireInstalled(String what) {
    if (!isInstalled(what)) {
      String reason = reason(room().resolve("target").resolve(what + ".missing"));
      System.out.println("[interop] skipped, no " + what + ": " + reason);
      Assumptions.abort("no " + what + ": " + reason);
    }
  }

  /** Whether {@link #requireInstalled} would let the test go on. */
  static boolean isInstalled(String what) {
    return Files.exists(room().resolve("target").resolve(what + ".ready"));
  }

  private static String reason(Path file) {
    try {
      return Files.exists(file)
          ? Files.readString(file, UTF_8).lines().findFirst().orElse("unknown")
          : INSTALL + " has not been run";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path room() {
    return Path.of(System.getProperty("babelqueue.root", ""), "conformance", "interop");
  }

  /** What is installed: the SDK's and its clients' versions, as one line of JSON. */
  String versions() {
    return String.join("", run(List.of("versions"), Map.of(), ""));
  }

  /**
   * Produces orders.
   *
   * @return the message ids that the SDK gave them, in their order
   */
  List<String> produce(Address to, String queue, Order... orders) {
    return ids(produceLines(to, queue, Stream.of(orders).map(Order::line)));
  }

  /**
   * Produces an order that is due after {@link Order#delayMillis}.
   *
   * @param tiers the retry tiers of Kafka in ms, with commas
   * @return its message id
   */
  String produceDelayed(Address kafka, String topic, String tiers, Order order) {
    return ids(produceLines(kafka, topic, Stream.of(order.line()), "--tiers", tiers)).get(0);
  }

  private static List<String> ids(List<String> lines) {
    return lines.stream().map(line -> Message.tree(line).path("id").asText()).toList();
  }

  /** Sends a text that is no envelope through the SDK's transport. */
  void produceText(Address to, String queue, String text) {
    produceLines(to, queue, Stream.of(Order.lineOf(text)));
  }

  private List<String> produceLines(
      Address to, String queue, Stream<String> lines, String... more) {
    return run(
        arguments("produce", to, queue, more),
        to.environment(),
        lines.collect(Collectors.joining("\n", "", "\n")));
  }

  /**
   * Lets the SDK's worker run its handler so many times.
   *
   * @param more further arguments of the program
   * @return what the handler saw, run by run
   * @throws AssertionError when the handler did not run so often
   */
  List<Message> consume(Address from, String queue, int runs, String... more) {
    List<String> arguments = arguments("consume", from, queue, more);
    arguments.addAll(List.of("--urn", Order.URN, "--runs", Integer.toString(runs)));
    return run(arguments, from.environment(), "").stream().map(Message::of).toList();
  }

  /** Takes so many messages and hands each back to the broker, which counts its delivery. */
  void abandon(Address from, String queue, int runs) {
    List<String> arguments = arguments("abandon", from, queue);
    arguments.addAll(List.of("--runs", Integer.toString(runs)));
    run(arguments, from.environment(), "");
  }

  /** Lets the SDK's own re-injector carry so many records. */
  void reinject(Address kafka, String topic, int runs, String... more) {
    List<String> arguments = arguments("reinject", kafka, topic, more);
    arguments.addAll(List.of("--runs", Integer.toString(runs)));
    run(arguments, kafka.environment(), "");
  }

  /**
   * Lets the SDK's own redrive meet so many dead letters.
   *
   * @return its report, one JSON object for each
   */
  List<JsonNode> redrive(Address kafka, String topic, int runs) {
    List<String> arguments = arguments("redrive", kafka, topic);
    arguments.addAll(List.of("--runs", Integer.toString(runs)));
    return run(arguments, kafka.environment(), "").stream().map(Message::tree).toList();
  }

  private static List<String> arguments(
      String command, Address address, String queue, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of(command, "--url", address.url(), "--queue", queue));
    arguments.addAll(List.of("--seconds", String.format(Locale.ROOT, "%d", PROGRAM_SECONDS)));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private List<String> run(List<String> arguments, Map<String, String> environment, String input) {
    List<String> command = new ArrayList<>(program);
    command.addAll(arguments);
    Map<String, String> variables = new HashMap<>(environment);
    // Or Python would read and write in the encoding of the locale.
    variables.put("PYTHONUTF8", "1");
    return PeerProcess.run(command, variables, input, LIMIT);
  }
}
