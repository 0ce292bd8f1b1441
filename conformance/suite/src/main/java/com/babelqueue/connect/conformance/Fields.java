package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeType;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The members of one JSON object of a manifest, which remembers what was read: what is left over is
 * something that the reader does not know and must not ignore.
 *
 * <p>For one thread. Every getter throws {@link SuiteException}, naming the place, when the key is
 * absent or of another type.
 */
public final class Fields {
  private final String place;
  private final ObjectNode members;
  private final Set<String> unread = new LinkedHashSet<>();

  Fields(String place, ObjectNode members) {
    this.place = place;
    this.members = members;
    members.fieldNames().forEachRemaining(unread::add);
  }

  /** Whether the key is there, whatever its value; asking is not reading. */
  public boolean has(String key) {
    return members.has(key);
  }

  /** Any value; a JSON null comes as a null node. */
  public JsonNode value(String key) {
    JsonNode value = members.get(key);
    if (value == null) {
      throw new SuiteException(place + ": no " + key);
    }
    unread.remove(key);
    return value;
  }

  /** A text, which may be empty. */
  public String text(String key) {
    return typed(key, JsonNodeType.STRING).textValue();
  }

  /** True or false. */
  public boolean flag(String key) {
    return typed(key, JsonNodeType.BOOLEAN).booleanValue();
  }

  /** A whole number that fits an int. */
  public int integer(String key) {
    JsonNode value = value(key);
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      throw new SuiteException(place + ": " + key + " is no whole number");
    }
    return value.intValue();
  }

  /** An object, whose members are to be read in their turn. */
  public ObjectNode object(String key) {
    return (ObjectNode) typed(key, JsonNodeType.OBJECT);
  }

  /** Marks a key as known although it promises nothing that a test could hold; absent is fine. */
  public void passOver(String key) {
    unread.remove(key);
  }

  private JsonNode typed(String key, JsonNodeType type) {
    JsonNode value = value(key);
    if (value.getNodeType() != type) {
      throw new SuiteException(place + ": " + key + " is not of type " + type);
    }
    return value;
  }

  void failOnUnread() {
    if (!unread.isEmpty()) {
      throw new SuiteException(place + ": keys that the runner does not know: " + unread);
    }
  }
}
