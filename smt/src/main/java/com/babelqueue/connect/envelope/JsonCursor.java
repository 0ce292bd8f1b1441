package com.babelqueue.connect.envelope;

import java.util.HexFormat;

/**
 * A position in the bytes of a JSON text, and how to pass what has no parts: white space, strings,
 * numbers and words. For one thread.
 */
class JsonCursor {
  final byte[] json;

  /** Offset of the next byte to read. */
  int at;

  /** Whether the string that was passed last holds an escape. */
  boolean escaped;

  JsonCursor(byte[] json) {
    this.json = json;
  }

  final void passString() throws BrokenJson {
    escaped = false;
    int i = at + 1;
    while (true) {
      i = JsonText.endOfPlain(json, i);
      if (i == json.length) {
        throw malformed();
      }
      if (json[i] == '"') {
        at = i + 1;
        return;
      }
      if (json[i] != '\\') {
        throw malformed();
      }
      escaped = true;
      i = afterEscape(i + 1);
    }
  }

  private int afterEscape(int i) throws BrokenJson {
    if (i == json.length) {
      throw malformed();
    }
    switch (json[i]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
        return i + 1;
      }
      case 'u' -> {
        if (i + 4 >= json.length) {
          throw malformed();
        }
        for (int digit = i + 1; digit <= i + 4; digit++) {
          if (!HexFormat.isHexDigit(json[digit])) {
            throw malformed();
          }
        }
        return i + 5;
      }
      default -> throw malformed();
    }
  }

  final JsonType passWord(String word, JsonType meaning) throws BrokenJson {
    int length = word.length();
    if (at + length > json.length) {
      throw malformed();
    }
    for (int i = 1; i < length; i++) {
      if (json[at + i] != word.charAt(i)) {
        throw malformed();
      }
    }
    at += length;
    return meaning;
  }

  final JsonType passNumber() throws BrokenJson {
    if (json[at] == '-') {
      at++;
    }
    if (at < json.length && json[at] == '0') {
      at++;
    } else {
      passDigits();
    }
    JsonType number = JsonType.INTEGER;
    if (at < json.length && json[at] == '.') {
      at++;
      passDigits();
      number = JsonType.DECIMAL;
    }
    if (at < json.length && (json[at] == 'e' || json[at] == 'E')) {
      at++;
      if (at < json.length && (json[at] == '+' || json[at] == '-')) {
        at++;
      }
      passDigits();
      number = JsonType.DECIMAL;
    }
    return number;
  }

  private void passDigits() throws BrokenJson {
    int start = at;
    while (at < json.length && json[at] >= '0' && json[at] <= '9') {
      at++;
    }
    if (at == start) {
      throw malformed();
    }
  }

  /** The next byte that is no white space, which is not passed. */
  final byte nextByte() throws BrokenJson {
    if (at < json.length && json[at] > ' ') {
      return json[at];
    }
    passSpace();
    if (at == json.length) {
      throw malformed();
    }
    return json[at];
  }

  final void passSpace() {
    while (at < json.length
        && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
      at++;
    }
  }

  static BrokenJson malformed() {
    return new BrokenJson(Refusal.MALFORMED_JSON);
  }
}
