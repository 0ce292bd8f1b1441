package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.envelope.Envelope;
import java.time.Instant;
import java.util.Set;

/**
 * Which dead letters an operator means. Immutable.
 *
 * @param reasons reasons of the {@code dead_letter} block; empty for any, and for none at all
 * @param urns which URNs
 * @param from dead since then; null for no bound
 * @param until dead before then; null for no bound
 * @param max how many one task brings back; 0 for all (RDV-1)
 * @param dryRun whether nothing is written
 */
record RedriveSelection(
    Set<String> reasons, HeaderFilter urns, Instant from, Instant until, int max, boolean dryRun) {
  /** Whether enough have been brought back. */
  boolean isSpent(int redriven) {
    return max > 0 && redriven >= max;
  }

  /**
   * Whether a dead letter is meant.
   *
   * @param deadSince the record's timestamp, which is the time of the write (KFK-9); null if
   *     unknown
   */
  boolean wants(Envelope envelope, Long deadSince) {
    String reason = envelope.deadLetterReason();
    return (reasons.isEmpty() || (reason != null && reasons.contains(reason)))
        && urns.carries(envelope.urn())
        && (from == null || (deadSince != null && deadSince >= from.toEpochMilli()))
        && (until == null || (deadSince != null && deadSince < until.toEpochMilli()));
  }
}
