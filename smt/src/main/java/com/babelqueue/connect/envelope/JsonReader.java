package com.babelqueue.connect.envelope;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads one JSON text (RFC 8259, nothing more lenient) from its bytes and tells where names and
 * values lie, without copying or decoding what nobody asks for.
 *
 * <p>Begin with {@link #readValue()}. After an object or array has been opened, ask {@link
 * #nextMember()} or {@link #nextItem()} until it says no, or leave with {@link #finishValue()}; end
 * with {@link #finish()}. Bytes from 0x80 up may stand in strings and names and are not judged:
 * whoever needs UTF-8 checks it ({@link Utf8}).
 *
 * <p>A parser of our own, because a general one costs more to set up than a small envelope costs to
 * read; the tests hold it against Jackson. For one thread.
 */
final class JsonReader extends JsonCursor {
  private final int maxDepth;

  private int depth;

  /** Whether a container was opened that has given nothing yet. */
  private boolean opened;

  private JsonType type;
  private int valueStart;
  private int nameStart;
  private int nameEnd;
  private boolean nameEscaped;

  /**
   * @param maxDepth levels of objects and arrays that may be opened
   */
  JsonReader(byte[] json, int maxDepth) {
    super(json);
    this.maxDepth = maxDepth;
  }

  /** Reads a value to its end, of an object or array only the beginning. */
  JsonType readValue() throws BrokenJson {
    byte first = nextByte();
    valueStart = at;
    type = pass(first);
    return type;
  }

  /** Goes to the value of the object's next member; false when the object ended instead. */
  boolean nextMember() throws BrokenJson {
    if (!next('}')) {
      return false;
    }
    passName();
    nameEscaped = escaped;
    return true;
  }

  /**
   * Reads on to the value of the object's next member that has one of these names; others are
   * passed.
   *
   * @return the name; null when the object ended instead
   */
  String nextOf(JsonNames known) throws BrokenJson {
    while (nextMember()) {
      String name = name(known);
      readValue();
      if (name != null) {
        return name;
      }
      finishValue();
    }
    return null;
  }

  /** Goes to the array's next item; false when the array ended instead. */
  boolean nextItem() throws BrokenJson {
    return next(']');
  }

  /** Reads to the end of the value that was begun last: an object or array with all it holds. */
  void finishValue() throws BrokenJson {
    if (type == JsonType.OBJECT || type == JsonType.ARRAY) {
      finishContainer();
    }
  }

  /** Makes sure that nothing but white space follows. */
  void finish() throws BrokenJson {
    passSpace();
    if (at < json.length) {
      throw malformed();
    }
  }

  /** Type of the value that was read last. */
  JsonType type() {
    return type;
  }

  /** Offset of the first byte of the value that was read last. */
  int valueStart() {
    return valueStart;
  }

  /** Offset after the last byte of the current value, once that is finished. */
  int valueEnd() {
    return at;
  }

  /** Offset of the opening quote of the current name. */
  int nameStart() {
    return nameStart;
  }

  /** The current name. */
  String name() {
    return text(nameStart + 1, nameEnd, nameEscaped);
  }

  /** The current name when it is one of those; null otherwise. */
  private String name(JsonNames known) {
    return nameEscaped ? known.find(name()) : known.find(json, nameStart + 1, nameEnd);
  }

  /** The text of the string that was read last. */
  String text() {
    return text(valueStart + 1, at - 1, escaped);
  }

  private String text(int start, int end, boolean hasEscape) {
    return hasEscape
        ? JsonText.decode(json, start, end)
        : new String(json, start, end - start, StandardCharsets.UTF_8);
  }

  /** The value that was read last, as it is written. */
  String lexeme() {
    return new String(json, valueStart, at - valueStart, StandardCharsets.UTF_8);
  }

  private JsonType pass(byte first) throws BrokenJson {
    switch (first) {
      case '"' -> {
        passString();
        return JsonType.STRING;
      }
      case '{' -> {
        return open(JsonType.OBJECT);
      }
      case '[' -> {
        return open(JsonType.ARRAY);
      }
      case 't' -> {
        return passWord("true", JsonType.TRUE);
      }
      case 'f' -> {
        return passWord("false", JsonType.FALSE);
      }
      case 'n' -> {
        return passWord("null", JsonType.NULL);
      }
      default -> {
        return passNumber();
      }
    }
  }

  private JsonType open(JsonType container) throws BrokenJson {
    if (depth == maxDepth) {
      throw new BrokenJson(Refusal.TOO_DEEP);
    }
    depth++;
    at++;
    opened = true;
    return container;
  }

  /** Goes to the next member or item, past its comma; false past the end of the container. */
  private boolean next(char close) throws BrokenJson {
    byte b = nextByte();
    boolean first = opened;
    opened = false;
    if (b == close) {
      at++;
      depth--;
      return false;
    }
    if (!first) {
      expect(b, ',');
    }
    return true;
  }

  private void passName() throws BrokenJson {
    if (nextByte() != '"') {
      throw malformed();
    }
    nameStart = at;
    passString();
    nameEnd = at - 1;
    expect(nextByte(), ':');
  }

  private void expect(byte b, char expected) throws BrokenJson {
    if (b != expected) {
      throw malformed();
    }
    at++;
  }

  /**
   * Goes through all levels in one loop. One bit says of each open container whether it is an
   * object; a register holds those of 64 levels.
   */
  private void finishContainer() throws BrokenJson {
    boolean object = type == JsonType.OBJECT;
    int outermost = depth;
    long outer = 0;
    long[] further = null;
    while (true) {
      if (next(object ? '}' : ']')) {
        if (object) {
          passName();
        }
        JsonType inner = pass(nextByte());
        if (inner == JsonType.OBJECT || inner == JsonType.ARRAY) {
          int above = depth - outermost - 1;
          if (above > 0 && above % Long.SIZE == 0) {
            further = with(further, above / Long.SIZE - 1, outer);
          }
          outer = outer << 1 | (object ? 1 : 0);
          object = inner == JsonType.OBJECT;
        }
      } else {
        int above = depth - outermost;
        if (above < 0) {
          return;
        }
        object = (outer & 1) != 0;
        outer >>>= 1;
        if (above > 0 && above % Long.SIZE == 0) {
          outer = further[above / Long.SIZE - 1];
        }
      }
    }
  }

  private static long[] with(long[] bits, int index, long value) {
    long[] longer = bits == null ? new long[8] : bits;
    if (index == longer.length) {
      longer = Arrays.copyOf(longer, 2 * index);
    }
    longer[index] = value;
    return longer;
  }
}
