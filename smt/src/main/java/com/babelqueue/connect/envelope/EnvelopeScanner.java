package com.babelqueue.connect.envelope;

import java.util.Objects;

/**
 * Finds the contract's fields in the bytes of a body: the one place where envelopes are read.
 *
 * <p>One pass of a {@link JsonReader} validates the JSON to its end and notes values and offsets;
 * no tree is built and the body is not copied. {@link #scan} answers for every body, however
 * broken; the answer says whether it is acceptable and, if not, why (DEC-1 to DEC-5, A1 to A6).
 *
 * <p>Immutable; one instance serves any number of threads.
 */
public final class EnvelopeScanner {
  /** Nesting that is accepted unless told otherwise. */
  public static final int DEFAULT_MAX_DEPTH = 512;

  private final int maxDepth;
  private final boolean emptyListAsData;

  /** A scanner that accepts 512 levels and refuses a list as {@code data}. */
  public EnvelopeScanner() {
    this(DEFAULT_MAX_DEPTH, false);
  }

  /**
   * A scanner with its own limits.
   *
   * @param maxDepth levels of objects and arrays that are accepted, at least 2; deeper bodies are
   *     refused as {@link Refusal#TOO_DEEP}
   * @param emptyListAsData whether {@code "data":[]} passes for an empty object, as old PHP
   *     producers wrote it (A4)
   */
  public EnvelopeScanner(int maxDepth, boolean emptyListAsData) {
    if (maxDepth < 2) {
      throw new IllegalArgumentException("maxDepth must be at least 2: " + maxDepth);
    }
    this.maxDepth = maxDepth;
    this.emptyListAsData = emptyListAsData;
  }

  /**
   * Reads one body.
   *
   * @param body the bytes as they came; kept by the envelope, so do not change them afterwards
   * @return never null, whatever the bytes are
   * @throws NullPointerException when {@code body} is null; a missing value is not a body
   */
  public Envelope scan(byte[] body) {
    Objects.requireNonNull(body, "body");
    EnvelopeReading reading = new EnvelopeReading(body, emptyListAsData);
    Refusal broken = read(reading);
    if (broken != Refusal.MALFORMED_JSON && !Utf8.isValid(body)) {
      broken = Refusal.INVALID_UTF8;
    }
    return new Envelope(broken == null ? reading : new EnvelopeReading(body, broken), maxDepth);
  }

  private Refusal read(EnvelopeReading reading) {
    try {
      return reading.read(new JsonReader(reading.body, maxDepth));
    } catch (BrokenJson e) {
      return e.refusal();
    } catch (RuntimeException e) {
      // A body must never stop the reader, not even one that finds a fault in it.
      return Refusal.MALFORMED_JSON;
    }
  }
}
