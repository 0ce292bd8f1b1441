package com.babelqueue.connect.transforms;

/**
 * The first rule of a schema that a JSON value breaks. Holds names that the schema knows, never
 * anything that only the value holds. Immutable; for any thread.
 *
 * @param location JSON pointer to the value at fault; empty for the whole
 * @param keyword the keyword of the schema that refuses it
 * @param member the member that {@code required} misses; null for every other keyword
 */
record SchemaViolation(String location, String keyword, String member) {

  /** A violation by the very value that was checked. */
  static SchemaViolation of(String keyword) {
    return new SchemaViolation("", keyword, null);
  }

  /** A member that the value which was checked should have. */
  static SchemaViolation missing(String member) {
    return new SchemaViolation("", "required", member);
  }

  /** The same, seen from the object or array that holds the value under that name or index. */
  SchemaViolation in(String name) {
    String token = name.replace("~", "~0").replace("/", "~1");
    return new SchemaViolation("/" + token + location, keyword, member);
  }

  /** For example {@code minimum at /order_id} or {@code required (order_id) at the root}. */
  @Override
  public String toString() {
    return keyword
        + (member == null ? "" : " (" + member + ")")
        + " at "
        + (location.isEmpty() ? "the root" : location);
  }
}
