package com.babelqueue.connect.quickstart.scene;

import java.util.Map;

/**
 * A queue whose only place is taken, so that the broker refuses what is sent there next.
 *
 * @param name the queue's name
 * @param attemptsProperty the native property in which a message of this broker counts its attempts
 * @param settings the settings with which a sink writes to this queue
 */
public record FullQueue(String name, String attemptsProperty, Map<String, String> settings) {
  private static final String NAME = "name";
  private static final String ATTEMPTS = "attempts.property";
  private static final String SETTING = "setting.";

  /** Copies the settings. */
  public FullQueue {
    settings = Map.copyOf(settings);
  }

  /** Returns the line that tells the quickstart. */
  public SceneLine toLine() {
    return new SceneLine(SceneLine.Word.FULL, Map.of(NAME, name, ATTEMPTS, attemptsProperty))
        .with(SETTING, settings);
  }

  /** Reads the line that {@link #toLine} made. */
  public static FullQueue from(SceneLine line) {
    return new FullQueue(line.text(NAME), line.text(ATTEMPTS), line.under(SETTING));
  }
}
