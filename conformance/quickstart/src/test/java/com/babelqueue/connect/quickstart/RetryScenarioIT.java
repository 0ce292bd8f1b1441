package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The retry loop as a person sees it: the three files of config-examples, posted to a real worker
 * beside a real broker.
 */
class RetryScenarioIT {
  private static final String MARK = "/18 ";

  @TempDir private Path folder;

  @Test
  void everyStepOfTheLoopIsShown() throws InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    QuickstartSettings settings =
        new QuickstartSettings(
            Path.of(System.getProperty("babelqueue.root")),
            folder.resolve("quickstart.log"),
            folder.resolve("quickstart.passed"),
            Scenario.RETRY,
            List.of(),
            Optional.empty(),
            false);
    Screen screen =
        new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, System::nanoTime);
    boolean good;
    try (QuickstartRun run = new QuickstartRun(settings, screen, new StopSignal())) {
      good = run.run();
    }

    String shown = bytes.toString(StandardCharsets.UTF_8);
    assertThat(good).as(shown).isTrue();
    assertThat(steps(shown))
        .as(shown)
        .containsExactly(
            "queue quickstart",
            "topic orders attempts 0",
            "topic orders.retry.1 attempts 1",
            "topic orders attempts 1",
            "topic orders.retry.2 attempts 2",
            "queue quickstart",
            "topic orders attempts 2",
            "queue quickstart attempts 2",
            "queue quickstart",
            "topic orders attempts 0",
            "topic orders.retry.1 attempts 1",
            "topic orders attempts 1",
            "topic orders.retry.2 attempts 2",
            "topic orders attempts 2",
            "topic orders.dlq attempts 3",
            "queue quickstart",
            "topic orders attempts 0",
            "queue quickstart attempts 0");
    assertThat(shown)
        .contains("bq-delay=1000  bq-original-topic=orders", "bq-delay=6000", "x-attempts=2")
        .contains("reason=failed  attempts=3  original_queue=orders", "bq-replay-bypass=1")
        .contains("put in for this run: retry.tiers=1s,6s,5m,30m", "(redrive.json) is RUNNING")
        .contains("18 of 18 steps went as they must");
  }

  /** The columns of the numbered lines before their texts. */
  private static List<String> steps(String shown) {
    return shown
        .lines()
        .filter(line -> line.contains(MARK))
        .map(line -> line.substring(23, 55).trim().replace("attempts", " attempts"))
        .map(columns -> String.join(" ", columns.trim().split(" +")))
        .toList();
  }
}
