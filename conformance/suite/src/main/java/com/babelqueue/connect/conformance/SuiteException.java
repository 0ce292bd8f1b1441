package com.babelqueue.connect.conformance;

/** A suite directory, or a case in it, that is not what its reader expects; names the place. */
public final class SuiteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SuiteException(String message) {
    super(message);
  }

  SuiteException(String message, Throwable cause) {
    super(message, cause);
  }
}
