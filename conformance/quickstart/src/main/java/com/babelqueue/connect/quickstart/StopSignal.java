package com.babelqueue.connect.quickstart;

/** Says that the demonstration shall end: raised once by any thread, seen by the main thread. */
final class StopSignal {
  // Written by whichever thread sees the end first.
  private volatile boolean raised;

  void raise() {
    raised = true;
  }

  boolean isRaised() {
    return raised;
  }
}
