package com.babelqueue.connect.conformance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A record for a worker to make: one line of text, so that it can be handed over in a file.
 *
 * @param key tells the record apart from the others of its run
 * @param value the body, of which the record has the UTF-8 bytes
 * @param headers in their order
 */
record Fixture(String key, String value, List<Header> headers) {

  /** How a header's value is given to Connect. */
  enum Kind {
    /** Text, as a String or as bytes, whichever the run is about. */
    TEXT,
    LONG,
    DOUBLE,
    /** A header without a value. */
    NULL
  }

  /** One header; the text of a number is decimal, that of a missing value is empty. */
  record Header(String name, Kind kind, String text) {}

  static Fixture plain(Case c, byte[] value) {
    return new Fixture(c.name(), new String(value, StandardCharsets.UTF_8), List.of());
  }

  static Fixture withHeader(Case c, byte[] value, String name, String text) {
    return plain(c, value).with(name, Kind.TEXT, text);
  }

  Fixture with(String name, Kind kind, String text) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, kind, text));
    return new Fixture(key, value, List.copyOf(more));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  String toLine() {
    StringBuilder line = new StringBuilder(encode(key)).append(' ').append(encode(value));
    for (Header header : headers) {
      line.append(' ').append(header.name()).append(' ').append(header.kind());
      line.append(' ').append(encode(header.text()));
    }
    return line.toString();
  }

  static Fixture ofLine(String line) {
    String[] parts = line.split(" ", -1);
    List<Header> headers = new ArrayList<>();
    for (int i = 2; i < parts.length; i += 3) {
      headers.add(new Header(parts[i], Kind.valueOf(parts[i + 1]), decode(parts[i + 2])));
    }
    return new Fixture(decode(parts[0]), decode(parts[1]), headers);
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(utf8(text));
  }

  private static String decode(String base64) {
    return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
  }
}
