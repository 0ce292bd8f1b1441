package com.babelqueue.connect.envelope;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the members of the top-level object and of {@code meta} lie in a body: what an edit needs
 * and a mere reading does not, so it is found only when an edit begins.
 */
final class JsonOutline {
  /** One member of an object; offsets of the key's opening quote and of the value. */
  record Member(String name, int keyStart, int valueStart, int valueEnd, JsonToken type) {}

  private final List<Member> root = new ArrayList<>();
  private final List<Member> meta = new ArrayList<>();
  private int rootStart;

  private JsonOutline() {}

  static JsonOutline of(OffsetJsonFactory parsers, byte[] body) {
    JsonOutline outline = new JsonOutline();
    try (OffsetJsonParser parser = parsers.parse(body)) {
      parser.nextToken();
      outline.rootStart = parser.valueStart();
      outline.readMembers(parser, outline.root);
    } catch (IOException e) {
      throw new IllegalStateException(
          "A body that was scanned no longer parses: was it changed?", e);
    }
    return outline;
  }

  private void readMembers(OffsetJsonParser parser, List<Member> members) throws IOException {
    for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
      int keyStart = parser.nameStart();
      JsonToken type = parser.nextToken();
      int valueStart = parser.valueStart();
      if (members == root && type == JsonToken.START_OBJECT && name.equals("meta")) {
        readMembers(parser, meta);
      } else {
        parser.finishValue();
      }
      members.add(new Member(name, keyStart, valueStart, parser.valueEnd(), type));
    }
  }

  /** Offset of the first byte after the opening brace. */
  int rootContentStart() {
    return rootStart + 1;
  }

  List<Member> root() {
    return root;
  }

  List<Member> meta() {
    return meta;
  }

  /**
   * The top-level member of that name, which an editable envelope has at most once; null if none.
   */
  Member find(String name) {
    for (Member member : root) {
      if (member.name().equals(name)) {
        return member;
      }
    }
    return null;
  }
}
