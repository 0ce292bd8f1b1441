package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One mesh fixture, read to its last key: the structured event, what is on the wire, and the events
 * that it says are refused.
 */
final class MeshCase {
  private static final String HEADERS = "headers";

  private final ObjectNode given;
  private final String subject;
  private final List<String> required;
  private final List<String> optional;
  private final Map<String, String> formats;
  private final List<String> refused = new ArrayList<>();

  private MeshCase(Fields fixture) {
    assertThat(fixture.text("capability")).isEqualTo("events");
    given = fixture.object("given");
    Fields wire = new Fields("wire", fixture.object("wire"));
    subject = wire.text("subject");
    required = texts(wire.value("requiredHeaders"));
    optional = texts(wire.value("optionalHeaders"));
    formats = new LinkedHashMap<>();
    wire.object("headerFormats")
        .properties()
        .forEach(format -> formats.put(format.getKey(), format.getValue().textValue()));
    // Told in words: the event that is made shows both.
    wire.passOver("payloadIs");
    wire.passOver("keyRecoveredFrom");
    for (JsonNode refusal : fixture.value("refuses")) {
      refused.add(refusal.path("what").textValue());
    }
    wire.failOnUnread();
    fixture.failOnUnread();
  }

  static MeshCase of(Case c) {
    c.fields().passOver("name");
    byte[] fixture = c.file(c.fields().text("file"));
    return new MeshCase(new Fields(c.name(), (ObjectNode) Suite.parse(fixture)));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.textValue()));
    return texts;
  }

  /** The event in its structured form. */
  String structured() {
    return given.toString();
  }

  String subject() {
    return subject;
  }

  JsonNode body() {
    return given.path("body");
  }

  /** The headers of the event on the wire. */
  Map<String, String> headers() {
    Map<String, String> headers = new LinkedHashMap<>();
    given
        .path(HEADERS)
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().textValue()));
    return headers;
  }

  List<String> required() {
    return required;
  }

  List<String> optional() {
    return optional;
  }

  /** What the fixture says about the text of a header: a word, or a pattern. */
  Map<String, String> formats() {
    return formats;
  }

  /** Structured events that are to be refused, by what is wrong with them. */
  Map<String, String> refused() {
    Map<String, String> events = new LinkedHashMap<>();
    for (String what : refused) {
      events.put(what, spoiled(what).toString());
    }
    for (String name : required) {
      ObjectNode event = given.deepCopy();
      event.withObjectProperty(HEADERS).remove(name);
      events.put("without " + name, event.toString());
    }
    for (String name : formats.keySet()) {
      events.put("ill-formed " + name, with(name, "Ill formed").toString());
    }
    return events;
  }

  private ObjectNode spoiled(String what) {
    if (what.contains("payload")) {
      ObjectNode event = given.deepCopy();
      event.set("body", given.deepCopy());
      return event;
    }
    if (what.contains("x-event-id")) {
      ObjectNode event = given.deepCopy();
      event.withObjectProperty(HEADERS).remove("x-event-id");
      return event;
    }
    if (what.contains("x-source")) {
      return with("x-source", "another");
    }
    throw new SuiteException("mesh: an unknown refusal: " + what);
  }

  private ObjectNode with(String header, String text) {
    ObjectNode event = given.deepCopy();
    event.withObjectProperty(HEADERS).set(header, TextNode.valueOf(text));
    return event;
  }
}
