package com.babelqueue.connect.envelope;

/**
 * A key that producers must not write (policy K-15): it never feeds a field, never makes an
 * envelope unacceptable, and is dropped whenever a decoded envelope is written again (FORB-1 to
 * FORB-6).
 *
 * <p>Only these five positions count; {@code data.timestamp} or a top-level {@code ts} are allowed
 * (FORB-4).
 */
public enum ForbiddenKey {
  /** Top-level {@code timestamp}; the time lives in {@code meta.created_at}. */
  TIMESTAMP("/timestamp", false, "timestamp", 1),
  /** {@code meta.max_retries}; a consumer's policy, not the message's. */
  META_MAX_RETRIES("/meta/max_retries", true, "max_retries", 1 << 1),
  /** {@code meta.attempts}; the only counter is the top-level one (FORB-5). */
  META_ATTEMPTS("/meta/attempts", true, "attempts", 1 << 2),
  /** {@code meta.source}; superseded by {@code meta.lang}. */
  META_SOURCE("/meta/source", true, "source", 1 << 3),
  /** {@code meta.ts}; the time lives in {@code meta.created_at}. */
  META_TS("/meta/ts", true, "ts", 1 << 4);

  private final String pointer;
  private final boolean inMeta;
  private final String key;
  private final int mask;

  ForbiddenKey(String pointer, boolean inMeta, String key, int mask) {
    this.pointer = pointer;
    this.inMeta = inMeta;
    this.key = key;
    this.mask = mask;
  }

  /** The JSON pointer of the key, for example {@code /meta/ts}. */
  public String pointer() {
    return pointer;
  }

  /** One bit, for sets that are kept in an int. */
  int mask() {
    return mask;
  }

  /** The name of the key in its object. */
  String key() {
    return key;
  }

  boolean isIn(boolean meta, String name) {
    return inMeta == meta && key.equals(name);
  }
}
