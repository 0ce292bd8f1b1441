package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectorStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The connectors that the demonstration has posted to the worker. One thread. */
final class Connectors {
  private static final Duration RUNNING_LIMIT = Duration.ofSeconds(60);
  private static final String CLASS = "connector.class";
  private static final String RUNNING = "RUNNING";
  private static final int TRACE_LINES = 3;

  private final ConnectRest rest;
  private final List<ConnectorFile> posted = new ArrayList<>();

  Connectors(ConnectRest rest) {
    this.rest = rest;
  }

  /**
   * Posts a connector.
   *
   * @throws com.babelqueue.connect.harness.HarnessException when the worker refuses it, with what
   *     the worker says
   */
  void post(ConnectorFile connector) {
    String wanted = connector.setting(CLASS);
    List<String> known = rest.plugins();
    // The worker also takes a class's simple name; a class it lacks it reports only after a while.
    if (known.stream().noneMatch(name -> name.equals(wanted) || name.endsWith("." + wanted))) {
      List<String> connectors = known.stream().filter(name -> name.endsWith("Connector")).toList();
      throw new QuickstartException(
          "%s: the worker of this run has no %s %s; it has %s"
              .formatted(
                  connector.file(),
                  CLASS,
                  wanted,
                  connectors.isEmpty() ? "none" : String.join(", ", connectors)));
    }
    rest.put(connector.name(), connector.config());
    posted.add(connector);
  }

  /** Waits until a posted connector and its tasks run, and returns how many tasks those are. */
  int awaitRunning(ConnectorFile connector) {
    ConnectorStatus reached =
        Await.value(
            "connector " + connector.name() + " is " + RUNNING,
            RUNNING_LIMIT,
            () ->
                Optional.of(rest.status(connector.name()))
                    .filter(status -> status.failure().isPresent() || runs(status)));
    failIfFailed(connector, reached);
    return reached.tasks().size();
  }

  private static boolean runs(ConnectorStatus status) {
    return !status.tasks().isEmpty() && status.allIn(RUNNING, status.tasks().size());
  }

  /**
   * Looks after all that was posted.
   *
   * @throws QuickstartException when one has failed, with the head of its trace
   */
  void failIfAnyFailed() {
    posted.forEach(connector -> failIfFailed(connector, rest.status(connector.name())));
  }

  private static void failIfFailed(ConnectorFile connector, ConnectorStatus status) {
    status
        .failure()
        .ifPresent(
            trace -> {
              String head =
                  String.join("\n", trace.lines().limit(TRACE_LINES).map(String::strip).toList());
              throw new QuickstartException(
                  "connector " + connector.name() + " has FAILED:\n" + head);
            });
  }
}
