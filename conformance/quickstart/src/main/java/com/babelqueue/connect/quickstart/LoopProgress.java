package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.quickstart.LoopStep.Sight;
import java.util.List;

/** Takes the steps of the retry loop one by one, shows them, and counts those that went well. */
final class LoopProgress {
  private final Screen screen;
  private final int steps;
  private int taken;
  private int right;

  /**
   * Begins before the first step.
   *
   * @param steps how many there are in all
   */
  LoopProgress(Screen screen, int steps) {
    this.screen = screen;
    this.steps = steps;
  }

  /**
   * Takes the next steps, up to the first that does not happen.
   *
   * @return whether all of them happened, right or not
   */
  boolean take(List<LoopStep> next) throws InterruptedException {
    for (LoopStep step : next) {
      Sight sight = step.take();
      taken++;
      screen.step("%d/%d".formatted(taken, steps), sight.line());
      sight.details().forEach(screen::more);
      sight.faults().forEach(screen::fault);
      if (!sight.reached()) {
        return false;
      }
      right += sight.faults().isEmpty() ? 1 : 0;
    }
    return true;
  }

  /**
   * Shows how many steps went well.
   *
   * @param who whose steps they are
   * @return whether all did
   */
  boolean summarize(String who) {
    screen.step(who, "%d of %d steps went as they must".formatted(right, steps));
    if (taken < steps) {
      screen.fault("missing: step %d, and all that would have come after it".formatted(taken));
    }
    return right == steps;
  }
}
