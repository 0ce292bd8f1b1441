package com.babelqueue.connect.pulsarbroker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes the JSON web tokens (HS256) that a broker of tests accepts, under a key of its own.
 *
 * @param key the Base64 of the key
 */
record TestTokens(String key) {
  private static final int KEY_BYTES = 32;

  static TestTokens create() {
    byte[] random = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(random);
    return new TestTokens(Base64.getEncoder().encodeToString(random));
  }

  /** A token that says its bearer is this role. */
  String of(String role) {
    String signed =
        encode("{\"alg\":\"HS256\"}".getBytes(UTF_8))
            + "."
            + encode(("{\"sub\":\"" + role + "\"}").getBytes(UTF_8));
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      return signed + "." + encode(mac.doFinal(signed.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
