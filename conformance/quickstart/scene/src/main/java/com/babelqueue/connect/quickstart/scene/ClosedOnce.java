package com.babelqueue.connect.quickstart.scene;

/**
 * Closes a stage once, however many ask: the end of the input and the end of the JVM may come at
 * the same time, and whoever is second waits for the first. Any thread.
 */
final class ClosedOnce implements AutoCloseable {
  private final Stage stage;
  // Guarded by this.
  private boolean closed;

  ClosedOnce(Stage stage) {
    this.stage = stage;
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      stage.close();
    }
  }
}
