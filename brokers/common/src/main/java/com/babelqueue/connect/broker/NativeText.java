package com.babelqueue.connect.broker;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes a native header value as text, the form in which the contract surfaces headers (HDR-6).
 *
 * <p>Text stays as it is; numbers and booleans take their plain form; times are ISO 8601 instants;
 * bytes are their UTF-8 text, or Base64 where they are not UTF-8; lists and tables become compact
 * JSON with bytes in Base64. Stateless.
 */
public final class NativeText {
  private NativeText() {}

  /** The text of a value; null for null. */
  public static String of(Object value) {
    if (value == null || value instanceof String) {
      return (String) value;
    }
    if (value instanceof byte[] bytes) {
      String text = utf8(bytes);
      return text == null ? Base64.getEncoder().encodeToString(bytes) : text;
    }
    if (value instanceof List<?> || value instanceof Map<?, ?>) {
      StringBuilder json = new StringBuilder();
      appendJson(json, value);
      return json.toString();
    }
    return scalar(value);
  }

  private static String scalar(Object value) {
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }

  /** Null when the bytes are not UTF-8. */
  private static String utf8(byte[] bytes) {
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text.toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static void appendJson(StringBuilder json, Object value) {
    if (value instanceof List<?> list) {
      json.append('[');
      for (Iterator<?> items = list.iterator(); items.hasNext(); ) {
        appendJson(json, items.next());
        json.append(items.hasNext() ? "," : "");
      }
      json.append(']');
    } else if (value instanceof Map<?, ?> map) {
      json.append('{');
      for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
          entries.hasNext(); ) {
        Map.Entry<?, ?> entry = entries.next();
        appendQuoted(json, String.valueOf(entry.getKey()));
        json.append(':');
        appendJson(json, entry.getValue());
        json.append(entries.hasNext() ? "," : "");
      }
      json.append('}');
    } else if (value == null || value instanceof Boolean) {
      json.append(value);
    } else if (value instanceof Number number && isFinite(number)) {
      json.append(scalar(number));
    } else if (value instanceof byte[] bytes) {
      appendQuoted(json, Base64.getEncoder().encodeToString(bytes));
    } else {
      appendQuoted(json, value.toString());
    }
  }

  private static boolean isFinite(Number number) {
    return !(number instanceof Double || number instanceof Float)
        || Double.isFinite(number.doubleValue());
  }

  private static void appendQuoted(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u00")
            .append(Character.forDigit(c >> 4, 16))
            .append(Character.forDigit(c & 15, 16));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
