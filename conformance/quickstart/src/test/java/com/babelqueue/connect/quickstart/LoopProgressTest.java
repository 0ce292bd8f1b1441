package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.quickstart.LoopStep.Sight;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopProgressTest {
  private static final LoopStep RIGHT = () -> Sight.of("topic orders", "1", "back", List.of());
  private static final LoopStep WRONG =
      () -> Sight.of("topic orders", "0", "back", List.of("bq-attempts is 0 instead of 1"));
  private static final LoopStep MISSING = () -> Sight.missing("topic orders.dlq", "none came");

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Screen screen =
      new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), false, () -> 0);

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void stepsAreNumberedAndCounted() throws InterruptedException {
    LoopProgress progress = new LoopProgress(screen, 2);

    assertThat(progress.take(List.of(RIGHT))).isTrue();
    assertThat(
            progress.take(
                List.of(
                    () -> Sight.of("queue q", "", "full", List.of()).withDetails(List.of("why")))))
        .isTrue();
    assertThat(progress.summarize("rabbitmq")).isTrue();

    assertThat(shown())
        .isEqualTo(
            """
                0.0 s  1/2         topic orders          attempts 1  back
                0.0 s  2/2         queue q                           full
                                   why
                0.0 s  rabbitmq    2 of 2 steps went as they must
            """
                .indent(0));
  }

  @Test
  void wrongStepGoesOnAndFailsTheWhole() throws InterruptedException {
    LoopProgress progress = new LoopProgress(screen, 2);

    assertThat(progress.take(List.of(WRONG, RIGHT))).isTrue();
    assertThat(progress.summarize("rabbitmq")).isFalse();

    assertThat(shown())
        .contains("bq-attempts is 0 instead of 1", "1 of 2 steps went as they must")
        .doesNotContain("missing");
  }

  @Test
  void nothingIsTakenAfterStepThatDidNotHappen() throws InterruptedException {
    LoopProgress progress = new LoopProgress(screen, 3);

    assertThat(progress.take(List.of(RIGHT, MISSING, RIGHT))).isFalse();
    assertThat(progress.summarize("rabbitmq")).isFalse();

    assertThat(shown())
        .contains("2/3         topic orders.dlq                  missing", "none came")
        .contains("1 of 3 steps", "missing: step 2, and all that would have come after it")
        .doesNotContain("3/3");
  }
}
