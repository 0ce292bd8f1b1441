package com.babelqueue.connect.benchmark.bridge;

/** One of the two things that are compared. */
@FunctionalInterface
interface Side {
  /**
   * Moves one batch of messages.
   *
   * @param run unlike that of any other run, for names
   */
  Move move(String run) throws Exception;
}
