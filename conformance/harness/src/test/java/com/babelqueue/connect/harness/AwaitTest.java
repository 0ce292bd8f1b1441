package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {

  @Test
  void looksAgainUntilTheValueIsThere() {
    AtomicInteger looks = new AtomicInteger();

    int found =
        Await.value(
            "third look",
            Duration.ofSeconds(20),
            () -> {
              int look = looks.incrementAndGet();
              if (look == 1) {
                throw new IOException("not up");
              }
              return look == 3 ? Optional.of(look) : Optional.empty();
            });

    assertThat(found).isEqualTo(3);
  }

  @Test
  void saysWhatItWaitedForAndWhatItSawLast() {
    assertThatThrownBy(
            () ->
                Await.until(
                    "the port answers",
                    Duration.ZERO,
                    () -> {
                      throw new IOException("refused");
                    }))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("the port answers")
        .hasMessageContaining("refused")
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void keepsTheInterrupt() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> Await.until("never", Duration.ofMinutes(1), () -> false))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }
}
