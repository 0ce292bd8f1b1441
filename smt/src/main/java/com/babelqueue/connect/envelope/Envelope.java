package com.babelqueue.connect.envelope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the contract says about one body: whether it is acceptable, and its fields.
 *
 * <p>A view: the body's array is kept, not copied, and must not be changed by anyone afterwards.
 * Text fields are null when the key is absent, is not text or is blank. Fields that were found can
 * be read even when the envelope is refused for a later reason (for example an unsupported
 * version); a body that is not one JSON object in UTF-8 has none. Made by {@link EnvelopeScanner};
 * immutable, for any thread.
 */
public final class Envelope {
  /** Written by the scan alone, before this object exists. */
  private final EnvelopeReading reading;

  private final int maxDepth;
  private final Refusal refusal;

  Envelope(EnvelopeReading reading, int maxDepth) {
    this.reading = reading;
    this.maxDepth = maxDepth;
    this.refusal = reading.refusal();
  }

  /** Whether a consumer may handle this message (A1 to A6). */
  public boolean isAcceptable() {
    return refusal == null;
  }

  /** Why the envelope is not acceptable; null when it is. */
  public Refusal refusal() {
    return refusal;
  }

  /** The very array that was scanned; not a copy, not to be changed. */
  public byte[] body() {
    return reading.body;
  }

  /** The identity: {@code job}, else {@code urn}, trimmed (ALIAS-1 to ALIAS-4); null when none. */
  public String urn() {
    return reading.identity();
  }

  /** {@code trace_id} as written. */
  public String traceId() {
    return reading.traceId;
  }

  /** {@code meta.id} as written. */
  public String id() {
    return reading.id;
  }

  /** {@code meta.queue} as written. */
  public String queue() {
    return reading.queue;
  }

  /** {@code meta.lang} as written; unknown tags are kept (UNK-6). */
  public String lang() {
    return reading.lang;
  }

  /**
   * {@code meta.schema_version}; 0 when it is missing, negative or no integer token, {@link
   * Integer#MAX_VALUE} when it is larger than an int (A3).
   */
  public int schemaVersion() {
    return reading.schemaVersion;
  }

  /**
   * {@code meta.created_at} in milliseconds since the epoch; -1 when it is missing, not positive,
   * not an integer token or larger than a long (NUM-2).
   */
  public long createdAt() {
    return reading.createdAt;
  }

  /**
   * The attempts counter of the body, 0 to {@link Integer#MAX_VALUE}: 0 when absent, null or
   * negative, saturated when larger than an int (A6, ATT-1).
   */
  public int attempts() {
    return reading.attempts;
  }

  /** Whether a {@code dead_letter} object is present; it never affects acceptance (ACC-2). */
  public boolean isDeadLettered() {
    return reading.deadLettered;
  }

  /** {@code dead_letter.reason}, whatever text it is (DL-4). */
  public String deadLetterReason() {
    return reading.deadLetterReason;
  }

  /** {@code dead_letter.original_queue} as written. */
  public String deadLetterOriginalQueue() {
    return reading.deadLetterOriginalQueue;
  }

  /** The forbidden keys that are present, in their own order; often empty (FORB-1). */
  public Set<ForbiddenKey> forbiddenKeys() {
    int present = reading.forbiddenKeys();
    if (present == 0) {
      return Set.of();
    }
    Set<ForbiddenKey> found = EnumSet.noneOf(ForbiddenKey.class);
    for (ForbiddenKey key : ForbiddenKey.values()) {
      if ((present & key.mask()) != 0) {
        found.add(key);
      }
    }
    return Collections.unmodifiableSet(found);
  }

  /**
   * One sentence for each forbidden key, containing its pointer and nothing of its value (DEC-5).
   */
  public List<String> warnings() {
    if (reading.forbiddenKeys() == 0) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    for (ForbiddenKey key : forbiddenKeys()) {
      warnings.add("Forbidden key " + key.pointer() + " is ignored and is not written again");
    }
    return Collections.unmodifiableList(warnings);
  }

  /**
   * Offset in {@link #body} of the first byte of {@code data}; -1 when it is not acceptable (A4).
   */
  public int dataStart() {
    return reading.dataStart;
  }

  /** Offset in {@link #body} after the last byte of {@code data}; -1 when it is not acceptable. */
  public int dataEnd() {
    return reading.dataEnd;
  }

  /**
   * Begins a change of the body's bytes.
   *
   * @throws IllegalStateException when the body is not one unambiguous JSON object ({@link
   *     Refusal#MALFORMED_JSON} to {@link Refusal#DUPLICATE_KEY}): such a body is carried as it is
   *     (POI-2)
   */
  public EnvelopeEdit edit() {
    if (refusal != null && !refusal.isAfterDecoding()) {
      throw new IllegalStateException(
          "A body that does not decode cannot be edited: " + refusal.code());
    }
    return new EnvelopeEdit(this, JsonOutline.of(reading.body, maxDepth));
  }

  /** Names the outcome only: a log line must not hold a payload. */
  @Override
  public String toString() {
    return "Envelope[" + (refusal == null ? "acceptable" : refusal.code()) + "]";
  }
}
