package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ScreenTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final AtomicLong clock = new AtomicLong(7_000_000_000L);

  private Screen screen(boolean colours) {
    return new Screen(new PrintStream(bytes, true, StandardCharsets.UTF_8), colours, clock::get);
  }

  private String shown() {
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  @Test
  void stepTellsSecondsSinceStart() {
    Screen screen = screen(false);
    clock.addAndGet(12_340_000_000L);
    screen.step("sqs", "what happens");
    screen.more("and more");

    assertThat(shown())
        .isEqualTo(
            """
               12.3 s  sqs         what happens
                                   and more
            """
                .indent(0));
  }

  @Test
  void longStepsStayInTheirColumn() {
    screen(false).step("rabbitmq", "word ".repeat(40).trim());

    assertThat(shown().lines())
        .hasSizeGreaterThan(1)
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    assertThat(shown().lines().skip(1))
        .allSatisfy(line -> assertThat(line).startsWith(" ".repeat(23) + "word"));
  }

  @Test
  void coloursOnlyWhereWanted() {
    screen(false).error("bad");
    assertThat(shown()).isEqualTo("  bad\n");

    bytes.reset();
    screen(true).error("bad");
    assertThat(shown()).isEqualTo("  \u001b[31mbad\u001b[0m\n");
  }
}
