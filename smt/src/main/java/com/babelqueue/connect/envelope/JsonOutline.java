package com.babelqueue.connect.envelope;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the members of the top-level object and of {@code meta} lie in a body: what an edit needs
 * and a mere reading does not, so it is found only when an edit begins.
 */
final class JsonOutline {
  /** One member of an object; offsets of the key's opening quote and of the value. */
  record Member(String name, int keyStart, int valueStart, int valueEnd, JsonType type) {}

  private final List<Member> root = new ArrayList<>();
  private final List<Member> meta = new ArrayList<>();
  private int rootStart;

  private JsonOutline() {}

  /**
   * @param body a body that was scanned with that depth and found to be an object
   */
  static JsonOutline of(byte[] body, int maxDepth) {
    JsonOutline outline = new JsonOutline();
    JsonReader reader = new JsonReader(body, maxDepth);
    try {
      reader.readValue();
      outline.rootStart = reader.valueStart();
      outline.readMembers(reader, outline.root);
    } catch (BrokenJson e) {
      throw new IllegalStateException(
          "A body that was scanned no longer parses: was it changed?", e);
    }
    return outline;
  }

  private void readMembers(JsonReader reader, List<Member> members) throws BrokenJson {
    while (reader.nextMember()) {
      String name = reader.name();
      int keyStart = reader.nameStart();
      JsonType type = reader.readValue();
      int valueStart = reader.valueStart();
      if (members == root && type == JsonType.OBJECT && name.equals("meta")) {
        readMembers(reader, meta);
      } else {
        reader.finishValue();
      }
      members.add(new Member(name, keyStart, valueStart, reader.valueEnd(), type));
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
