package com.babelqueue.connect.transforms;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Pattern;

/** Times of mesh events: RFC 3339 text and milliseconds since the epoch (MESH-5). Stateless. */
final class MeshTime {
  /** RFC 3339 has as many digits as one likes, Java nine. */
  private static final Pattern BEYOND_NANOS = Pattern.compile("(\\.\\d{9})\\d+");

  private static final DateTimeFormatter RFC_3339 =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .appendPattern("XXX")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private MeshTime() {}

  /** Milliseconds since the epoch, a finer fraction cut off; -1 when the text is no such time. */
  static long millis(String text) {
    try {
      String readable = BEYOND_NANOS.matcher(text).replaceFirst("$1");
      return OffsetDateTime.parse(readable, RFC_3339).toInstant().toEpochMilli();
    } catch (DateTimeException e) {
      return -1;
    }
  }

  /** The time in UTC, with a fraction only where there is one. */
  static String text(long millis) {
    return Instant.ofEpochMilli(millis).toString();
  }
}
