package com.babelqueue.connect.conformance;

/** Puts one block's cases to an implementation. */
@FunctionalInterface
public interface BlockRunner {
  /**
   * Runs one case: reads every key of it and fails, by an assertion, when the implementation does
   * otherwise than the case says.
   *
   * @param suiteCase read key by key; a key that is left unread fails the test afterwards
   * @throws Exception whatever went wrong; the test fails with it, or is skipped by JUnit's own
   *     exception for a failed assumption
   */
  void run(Case suiteCase) throws Exception;
}
