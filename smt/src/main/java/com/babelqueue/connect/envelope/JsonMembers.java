package com.babelqueue.connect.envelope;

import com.babelqueue.connect.envelope.JsonOutline.Member;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The members of one JSON object as slices of its bytes, for payloads and for what the contract
 * does not name: nothing is decoded before it is asked for, and a value leaves as it was written.
 *
 * <p>A view: the array is kept, not copied, and must not be changed afterwards. Immutable; for any
 * thread. No error holds anything of the text.
 */
public final class JsonMembers {
  private static final EnvelopeScanner SCANNER = new EnvelopeScanner();

  private final byte[] json;
  private final Map<String, Member> members;

  private JsonMembers(byte[] json, Map<String, Member> members) {
    this.json = json;
    this.members = members;
  }

  /**
   * The members of a JSON text.
   *
   * @return null when the text is JSON, but no object
   * @throws IllegalArgumentException when the bytes are not one JSON text in UTF-8 with at most
   *     {@value EnvelopeScanner#DEFAULT_MAX_DEPTH} levels, or the object has a name twice; the
   *     message completes "the body"
   */
  public static JsonMembers of(byte[] json) {
    Refusal refusal = SCANNER.scan(json).refusal();
    if (refusal == Refusal.NOT_AN_OBJECT) {
      return null;
    }
    if (refusal != null && refusal.compareTo(Refusal.NOT_AN_OBJECT) < 0) {
      throw new IllegalArgumentException("is no JSON that can be read: " + refusal.code());
    }
    return ofObject(json);
  }

  private static JsonMembers ofObject(byte[] json) {
    Map<String, Member> members = new LinkedHashMap<>();
    for (Member member : JsonOutline.of(json, EnvelopeScanner.DEFAULT_MAX_DEPTH).root()) {
      if (members.put(member.name(), member) != null) {
        throw new IllegalArgumentException("has a name more than once in one object");
      }
    }
    return new JsonMembers(json, Collections.unmodifiableMap(members));
  }

  /** The names, in the order of the text. */
  public Set<String> names() {
    return members.keySet();
  }

  /** The bytes of a value as they were written; null when there is no such member. */
  public byte[] bytes(String name) {
    Member member = members.get(name);
    return member == null ? null : Arrays.copyOfRange(json, member.valueStart(), member.valueEnd());
  }

  /** A text, which may be empty; null when there is no such member or it is no text. */
  public String text(String name) {
    Member member = members.get(name);
    return member == null || member.type() != JsonType.STRING
        ? null
        : JsonText.decode(json, member.valueStart() + 1, member.valueEnd() - 1);
  }

  /**
   * The members of an inner object; null when there is no such member or it is no object.
   *
   * @throws IllegalArgumentException when the inner object has a name twice
   */
  public JsonMembers object(String name) {
    Member member = members.get(name);
    return member == null || member.type() != JsonType.OBJECT ? null : ofObject(bytes(name));
  }
}
