package com.babelqueue.connect.benchmark;

import java.util.Map;

/**
 * One comparison of two things measured in the same run. Immutable.
 *
 * @param subject what was measured, for example {@code rabbitmq source}
 * @param condition under which circumstances, for example {@code 330 bytes}
 * @param reference what it was measured against
 * @param unit of the two values
 * @param value the subject's, a median
 * @param referenceValue the reference's, a median
 * @param ratio the subject's value by the reference's, or the other way round where the name of the
 *     comparison says so
 * @param bound what the ratio is to reach; null when nothing is demanded
 * @param more further figures by name, such as bytes allocated
 */
public record Result(
    String subject,
    String condition,
    String reference,
    String unit,
    double value,
    double referenceValue,
    double ratio,
    Bound bound,
    Map<String, Double> more) {

  /** Whether the bound is reached; true without one. */
  public boolean met() {
    return bound == null || bound.isMetBy(ratio);
  }
}
