package com.babelqueue.connect.transforms;

/**
 * A record that is no mesh event, or that has no form in the other format; the message completes
 * "The record at … " and holds nothing of its content.
 */
final class MeshViolation extends Exception {
  private static final long serialVersionUID = 1L;

  MeshViolation(String message) {
    super(message);
  }
}
