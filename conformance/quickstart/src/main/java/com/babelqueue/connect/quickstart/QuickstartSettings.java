package com.babelqueue.connect.quickstart;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What a person asked for on mvn's command line.
 *
 * @param root the repository
 * @param log the file that takes everything the servers say
 * @param passed the file that is there after a demonstration that went well
 * @param scenario which demonstration ({@code -Dquickstart.scenario})
 * @param brokers names after {@code -Dquickstart.brokers}; empty for all there are
 * @param connector the file after {@code -Dquickstart.connector}; a relative one is meant from the
 *     directory where mvn was started
 * @param stay whether to stay up at the end ({@code -Dquickstart.stay})
 */
record QuickstartSettings(
    Path root,
    Path log,
    Path passed,
    Scenario scenario,
    List<String> brokers,
    Optional<Path> connector,
    boolean stay) {
  private static final String PREFIX = "quickstart.";

  static QuickstartSettings from(Properties system) {
    Path directory = Path.of(system.getProperty("user.dir"));
    String connector = text(system, "connector");
    return new QuickstartSettings(
        Path.of(text(system, "root")),
        Path.of(text(system, "log")),
        Path.of(text(system, "passed")),
        Scenario.of(text(system, "scenario")),
        Stream.of(text(system, "brokers").split(",", -1))
            .map(String::trim)
            .filter(name -> !name.isEmpty())
            .distinct()
            .toList(),
        connector.isEmpty() ? Optional.empty() : Optional.of(directory.resolve(connector)),
        // -Dquickstart.stay without a value says true, and so does an empty one.
        !text(system, "stay").equals("false"));
  }

  private static String text(Properties system, String name) {
    return system.getProperty(PREFIX + name, "").trim();
  }
}
