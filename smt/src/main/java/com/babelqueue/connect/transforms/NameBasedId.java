package com.babelqueue.connect.transforms;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/** Version 5 UUIDs (RFC 9562): the same name always gives the same id. Stateless. */
final class NameBasedId {
  /** The space that ids of this project are made in; must never change. */
  private static final UUID NAMESPACE = UUID.fromString("6f1d9a52-2c5e-5b0f-9d3c-8a7e41f0b6d4");

  private NameBasedId() {}

  static UUID of(String name) {
    MessageDigest sha1;
    try {
      sha1 = MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-1", e);
    }
    sha1.update(
        ByteBuffer.allocate(Long.BYTES * 2)
            .putLong(NAMESPACE.getMostSignificantBits())
            .putLong(NAMESPACE.getLeastSignificantBits())
            .flip());
    ByteBuffer hash = ByteBuffer.wrap(sha1.digest(name.getBytes(StandardCharsets.UTF_8)));
    long high = (hash.getLong() & ~0xF000L) | 0x5000L;
    long low = (hash.getLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }
}
