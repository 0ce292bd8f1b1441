package com.babelqueue.connect.envelope;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.json.UTF8StreamJsonParser;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Jackson's UTF-8 parser over one array, telling where tokens begin and end without a JsonLocation
 * per question and without copying strings.
 *
 * <p>The array is the parser's whole input buffer, so its read position is an offset in the body.
 */
final class OffsetJsonParser extends UTF8StreamJsonParser {
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = EACH_BYTE << 7;

  OffsetJsonParser(IOContext context, int features, ByteQuadsCanonicalizer names, byte[] body) {
    super(context, features, null, null, names, body, 0, body.length, 0, false);
  }

  /** Offset of the opening quote of the current field name. */
  int nameStart() {
    return _nameStartOffset - 1;
  }

  /** Offset of the first byte of the current value; call before {@link #finishValue()}. */
  int valueStart() {
    return switch (currentToken()) {
      case VALUE_TRUE, VALUE_NULL -> _inputPtr - 4;
      case VALUE_FALSE -> _inputPtr - 5;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> numberStart();
      default -> _inputPtr - 1;
    };
  }

  /** Reads the current value to its end, objects and arrays with all they hold. */
  void finishValue() throws IOException {
    if (currentToken() == JsonToken.VALUE_STRING) {
      if (_tokenIncomplete) {
        _skipString();
      }
    } else if (currentToken().isStructStart()) {
      skipChildren();
    }
  }

  /**
   * Reads the current string to its end when that is all plain ASCII, which most text of the
   * contract is; else leaves it to {@link #finishValue()}.
   *
   * @return the text, or null when it holds escapes, other characters or errors
   */
  String plainText() {
    if (!_tokenIncomplete) {
      return null;
    }
    byte[] body = _inputBuffer;
    int start = _inputPtr;
    int end = start;
    while (end <= _inputEnd - Long.BYTES && isPlain(Utf8.eightBytes(body, end))) {
      end += Long.BYTES;
    }
    while (end < _inputEnd && body[end] >= ' ' && body[end] != '"' && body[end] != '\\') {
      end++;
    }
    if (end == _inputEnd || body[end] != '"') {
      return null;
    }
    _tokenIncomplete = false;
    _inputPtr = end + 1;
    return new String(body, start, end - start, StandardCharsets.ISO_8859_1);
  }

  /**
   * Offset after the last byte of the current value, once it is {@linkplain #finishValue finished}.
   */
  int valueEnd() {
    return _inputPtr;
  }

  /** How deep the token that was read last lies; a refused level counts. */
  int depth() {
    return _parsingContext.getNestingDepth();
  }

  /** Whether all of eight bytes are ASCII, and none a quote, a backslash or a control character. */
  private static boolean isPlain(long bytes) {
    long special = bytes | ((bytes - EACH_BYTE * ' ') & ~bytes);
    special |= zeroBytes(bytes ^ (EACH_BYTE * '"')) | zeroBytes(bytes ^ (EACH_BYTE * '\\'));
    return (special & HIGH_BITS) == 0;
  }

  /** High bits that are all clear when no byte is zero. */
  private static long zeroBytes(long bytes) {
    return (bytes - EACH_BYTE) & ~bytes;
  }

  private int numberStart() {
    int start = _inputPtr;
    while (start > 0 && isDigit(_inputBuffer[start - 1])) {
      start--;
    }
    while (start > 0 && isNumberPart(_inputBuffer[start - 1])) {
      start--;
    }
    return start;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isNumberPart(byte b) {
    return isDigit(b) || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }
}
