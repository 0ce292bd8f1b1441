package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.NativeHeader;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A list element told apart into body and headers (RED-6 to RED-8).
 *
 * <p>An element is a frame only if it starts with a brace, contains the text {@code "__bq_frame"},
 * is JSON to its end, and has a number other than zero under that name and text under {@code body},
 * both at the top level. Everything else is a bare body without headers. The body is the decoded
 * text in UTF-8, so a frame whose body no UTF-8 can hold (half a surrogate pair) is no frame
 * either. Immutable.
 */
public final class RedisFrame {
  static final String SENTINEL = "__bq_frame";
  private static final String MARK = '"' + SENTINEL + '"';

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              // A large body is one long text here; whether it is too large is not the frame's say.
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final byte[] body;
  private final List<NativeHeader> headers;

  private RedisFrame(byte[] body, List<NativeHeader> headers) {
    this.body = body;
    this.headers = headers;
  }

  /** Takes an element as it is, without looking for a frame. Any thread. */
  public static RedisFrame bare(byte[] element) {
    return new RedisFrame(element, List.of());
  }

  /** Unwraps an element if it is a frame. Never fails. Any thread. */
  public static RedisFrame of(byte[] element) {
    if (element.length == 0 || element[0] != '{' || !mayBeFrame(element)) {
      return bare(element);
    }
    try {
      // Decoded first, since the parser would let malformed UTF-8 pass.
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(element)).toString();
      Members members = Members.of(text);
      return members.frames() ? members.unwrapped() : bare(element);
    } catch (IOException e) {
      return bare(element);
    }
  }

  /** The library's search, which the machine does many bytes at a time, is worth the copy. */
  private static boolean mayBeFrame(byte[] element) {
    return new String(element, ISO_8859_1).contains(MARK);
  }

  /** The envelope's bytes; the element's own array where it is bare. Not to be changed. */
  public byte[] body() {
    return body;
  }

  /**
   * The headers in the frame's order, as text; numbers and booleans as they are written, anything
   * else that is not text left out.
   */
  public List<NativeHeader> headers() {
    return headers;
  }

  /** The members of the top-level object that count; of two with one name the last (DEC-3). */
  private static final class Members {
    private boolean marked;
    private String body;
    private Map<String, String> headers = Map.of();

    static Members of(String text) throws IOException {
      Members members = new Members();
      try (JsonParser parser = JSON.createParser(text)) {
        parser.nextToken();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
          members.read(name, parser);
        }
        members.marked &= parser.nextToken() == null;
      }
      return members;
    }

    private void read(String name, JsonParser parser) throws IOException {
      JsonToken token = parser.nextToken();
      switch (name) {
        case SENTINEL -> marked = token.isNumeric() && isNotZero(parser.getText());
        case "body" -> body = token == JsonToken.VALUE_STRING ? parser.getText() : null;
        case "headers" ->
            headers = token == JsonToken.START_OBJECT ? readHeaders(parser) : Map.of();
        default -> {}
      }
      // Does nothing where the value is no object or array, or has been read to its end.
      parser.skipChildren();
    }

    private static Map<String, String> readHeaders(JsonParser parser) throws IOException {
      Map<String, String> headers = new LinkedHashMap<>();
      for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
        JsonToken token = parser.nextToken();
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
          headers.put(name, parser.getText());
        } else {
          headers.remove(name);
          parser.skipChildren();
        }
      }
      return headers;
    }

    /** By its digits, since a number's value may be beyond any type. */
    private static boolean isNotZero(String number) {
      for (int i = 0; i < number.length(); i++) {
        char c = number.charAt(i);
        if (c == 'e' || c == 'E') {
          return false;
        }
        if (c >= '1' && c <= '9') {
          return true;
        }
      }
      return false;
    }

    boolean frames() {
      return marked && body != null;
    }

    RedisFrame unwrapped() throws IOException {
      ByteBuffer encoded = UTF_8.newEncoder().encode(CharBuffer.wrap(body));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      List<NativeHeader> list = new ArrayList<>(headers.size());
      headers.forEach((name, value) -> list.add(new NativeHeader(name, value)));
      return new RedisFrame(bytes, List.copyOf(list));
    }
  }
}
