package com.babelqueue.connect.broker.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.NativeHeader;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes list elements: the bare body, or a frame around it where headers have to travel (RED-1,
 * RED-6). What {@link RedisFrame} reads is what was given. Stateless; for any thread.
 */
public final class RedisElement {
  private static final JsonFactory JSON =
      // ENC-3 writes the rest of the control characters in lower case.
      JsonFactory.builder().disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE).build();

  /** Room for the frame's own text and some escapes. */
  private static final int FRAME_SIZE = 128;

  private RedisElement() {}

  /**
   * The body in a frame with its headers, sorted by name. It stays bare without any header that can
   * travel in a frame, which are those of text, and where it is no UTF-8 text itself, which only a
   * body sent raw can be; unless a reader would take the bare body for a frame, which needs one
   * around it then, with or without headers.
   *
   * @param headers values that are no {@code String} are left out
   */
  public static byte[] of(byte[] body, List<NativeHeader> headers) {
    Map<String, String> texts = texts(headers);
    boolean bare = texts.isEmpty() && !passesForFrame(body);
    String text = bare ? null : text(body);
    return text == null ? body : frame(text, texts, body.length);
  }

  private static Map<String, String> texts(List<NativeHeader> headers) {
    Map<String, String> texts = new TreeMap<>();
    for (NativeHeader header : headers) {
      if (header.value() instanceof String text) {
        texts.put(header.name(), text);
      }
    }
    return texts;
  }

  private static boolean passesForFrame(byte[] body) {
    return RedisFrame.of(body).body() != body;
  }

  /** Null when the bytes are not UTF-8. */
  private static String text(byte[] body) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte[] frame(String body, Map<String, String> headers, int size) {
    // As text, since the generator for bytes escapes what lies beyond the basic plane (ENC-2).
    StringWriter out = new StringWriter(size + size / 4 + FRAME_SIZE);
    try (JsonGenerator frame = JSON.createGenerator(out)) {
      frame.writeStartObject();
      frame.writeNumberField(RedisFrame.SENTINEL, 1);
      frame.writeObjectFieldStart("headers");
      for (Map.Entry<String, String> header : headers.entrySet()) {
        frame.writeStringField(header.getKey(), header.getValue());
      }
      frame.writeEndObject();
      frame.writeStringField("body", body);
      frame.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return out.toString().getBytes(UTF_8);
  }
}
