package com.babelqueue.connect.quickstart;

/** Ends the demonstration with a message for the person in front of it. */
final class QuickstartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  QuickstartException(String message) {
    super(message);
  }

  QuickstartException(String message, Throwable cause) {
    super(message, cause);
  }
}
