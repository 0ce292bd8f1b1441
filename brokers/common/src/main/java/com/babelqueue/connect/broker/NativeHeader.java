package com.babelqueue.connect.broker;

import java.util.Objects;

/**
 * One header, attribute or property of a broker's message in the type that the broker gave it.
 *
 * <p>Values are plain Java: {@code String}, {@code Boolean}, the integral and floating boxes,
 * {@code BigInteger}, {@code BigDecimal}, {@code byte[]}, {@code java.time.Instant}, {@code
 * java.util.UUID}, and {@code List} and {@code Map<String, ?>} of these. A client's own types are
 * converted by the broker's room, so that no runtime meets them.
 *
 * @param name the native name, never null
 * @param value the typed value; null where the broker carries a header without a value
 */
public record NativeHeader(String name, Object value) {
  /** Refuses a header without a name. */
  public NativeHeader {
    Objects.requireNonNull(name, "name");
  }
}
