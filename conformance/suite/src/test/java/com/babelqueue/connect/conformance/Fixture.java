package com.babelqueue.connect.conformance;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A record for a worker to make: one line of text, so that it can be handed over in a file.
 *
 * @param key names the case
 * @param value the body, of which the record has the UTF-8 bytes
 * @param header name of the only header; empty when the record has none
 * @param headerValue text of the header; empty when the record has none
 */
record Fixture(String key, String value, String header, String headerValue) {

  static Fixture plain(Case c, byte[] value) {
    return withHeader(c, value, "", "");
  }

  static Fixture withHeader(Case c, byte[] value, String header, String headerValue) {
    return new Fixture(c.name(), new String(value, StandardCharsets.UTF_8), header, headerValue);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  String toLine() {
    return String.join(" ", encode(key), encode(value), header, encode(headerValue));
  }

  static Fixture ofLine(String line) {
    String[] parts = line.split(" ", -1);
    return new Fixture(decode(parts[0]), decode(parts[1]), parts[2], decode(parts[3]));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(utf8(text));
  }

  private static String decode(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
