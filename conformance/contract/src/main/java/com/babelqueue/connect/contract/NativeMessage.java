package com.babelqueue.connect.contract;

import java.util.Map;
import java.util.TreeMap;

/**
 * A message as a broker's plain client reads it, told apart into what the contract looks at.
 * Immutable, but for the array, which nobody changes.
 */
public final class NativeMessage {
  private final byte[] body;
  private final Map<String, Object> projection;
  private final Map<String, Object> headers;

  /**
   * Takes apart what a client has read.
   *
   * @param body see {@link #body()}
   * @param projection see {@link #projection()}
   * @param headers see {@link #headers()}
   */
  public NativeMessage(byte[] body, Map<String, Object> projection, Map<String, Object> headers) {
    this.body = body;
    this.projection = new TreeMap<>(projection);
    this.headers = new TreeMap<>(headers);
  }

  /** The native body's bytes, out of whatever carries headers beside it. */
  public byte[] body() {
    return body;
  }

  /**
   * Every native field that the contract's binding writes, in the shape of the suite's projection
   * block of this broker: the block's own member names, a {@code Map} for each of its sections, and
   * values in the client's Java types ({@code String}, {@code Long}, {@code Boolean}, ...). What
   * the broker sets by itself (ids, sequence numbers, arrival times) is left out; nothing that a
   * producer set is.
   */
  public Map<String, Object> projection() {
    return projection;
  }

  /**
   * The other headers, attributes or properties that a producer set, by name, in the client's Java
   * types.
   */
  public Map<String, Object> headers() {
    return headers;
  }
}
