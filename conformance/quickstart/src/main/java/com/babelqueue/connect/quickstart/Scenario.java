package com.babelqueue.connect.quickstart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which demonstration a person wants. */
enum Scenario {
  /** Messages of plain clients become records. */
  MESSAGES("queue messages become Kafka records"),
  /** Records become messages, are looked at in the queue, and become records again. */
  ROUNDTRIP("records become queue messages, and records again"),
  /** Records that a queue refuses wait in retry topics, come back, and are never lost. */
  RETRY("what a queue refuses waits in Kafka, comes back, and is not lost");

  /** The broker whose scene can be made to refuse messages. */
  private static final String REFUSING_BROKER = "rabbitmq";

  private final String title;

  Scenario(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Returns the brokers to play on.
   *
   * @param wanted those that a person asked for; empty for all there are
   */
  List<String> brokers(List<String> wanted) {
    if (this != RETRY) {
      return wanted;
    }
    if (!wanted.isEmpty() && !wanted.contains(REFUSING_BROKER)) {
      throw new QuickstartException(
          "scenario retry is shown on %s, which quickstart.brokers leaves out"
              .formatted(REFUSING_BROKER));
    }
    return List.of(REFUSING_BROKER);
  }

  /** Reads the setting; empty stands for {@link #MESSAGES}. */
  static Scenario of(String name) {
    if (name.isEmpty()) {
      return MESSAGES;
    }
    return Arrays.stream(values())
        .filter(scenario -> scenario.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new QuickstartException(
                    "quickstart.scenario is '%s'; known are: %s"
                        .formatted(
                            name,
                            Arrays.stream(values())
                                .map(known -> known.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
  }
}
