package com.babelqueue.connect.quickstart;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Which demonstration a person wants. */
enum Scenario {
  /** Messages of plain clients become records. */
  MESSAGES,
  /** Records become messages, are looked at in the queue, and become records again. */
  ROUNDTRIP;

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
                                .map(known -> known.name().toLowerCase(java.util.Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
  }
}
