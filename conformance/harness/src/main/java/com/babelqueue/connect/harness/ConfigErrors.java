package com.babelqueue.connect.harness;

import java.util.List;

/**
 * What a worker's validation finds wrong with one key.
 *
 * @param errors the messages; never empty
 */
public record ConfigErrors(String key, List<String> errors) {

  /** Copies the messages. */
  public ConfigErrors {
    errors = List.copyOf(errors);
  }
}
