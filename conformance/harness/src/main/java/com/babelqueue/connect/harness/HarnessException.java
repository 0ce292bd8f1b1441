package com.babelqueue.connect.harness;

/**
 * Says that a server of the harness did not do what a test needs: it did not start, did not answer,
 * refused a request, or did not reach a state in time. The message is meant for a person.
 */
public class HarnessException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Fails with a message for a person. */
  public HarnessException(String message) {
    super(message);
  }

  /**
   * Fails with a message for a person.
   *
   * @param cause what went wrong below; null when there is nothing below
   */
  public HarnessException(String message, Throwable cause) {
    super(message, cause);
  }
}
