package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.HeaderText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * The headers of a mesh event, checked (MESH-4, MESH-5). Immutable.
 *
 * @param eventId 32 lower-case hexadecimal digits
 * @param source the module that emitted the event
 * @param node the node that emitted it
 * @param time as written
 * @param causationId the event that caused this one, in any form; null when there is none
 * @param schema null when there is none
 */
record MeshHeaders(
    String eventId, String source, String node, String time, String causationId, String schema) {
  static final String EVENT_ID = "x-event-id";
  static final String SOURCE = "x-source";
  static final String NODE = "x-node";
  static final String TIME = "x-time";
  static final String CONTENT_TYPE = "content-type";
  static final String CAUSATION_ID = "x-causation-id";
  static final String SCHEMA = "x-schema";
  static final List<String> REQUIRED = List.of(EVENT_ID, SOURCE, NODE, TIME, CONTENT_TYPE);
  static final List<String> OPTIONAL = List.of(CAUSATION_ID, SCHEMA);

  static final String JSON = "application/json";
  private static final Pattern EVENT_ID_FORM = Pattern.compile("[0-9a-f]{32}");

  /** Where the headers are looked up by their name; null for one that is absent. */
  @FunctionalInterface
  interface Lookup {
    String find(String name) throws MeshViolation;
  }

  MeshHeaders {
    causationId = AsciiWhitespace.isBlank(causationId) ? null : causationId;
    schema = AsciiWhitespace.isBlank(schema) ? null : schema;
  }

  /** Takes what is needed and checks every format. */
  static MeshHeaders of(Lookup lookup) throws MeshViolation {
    String contentType = required(lookup, CONTENT_TYPE);
    MeshHeaders headers =
        new MeshHeaders(
            required(lookup, EVENT_ID),
            required(lookup, SOURCE),
            required(lookup, NODE),
            required(lookup, TIME),
            lookup.find(CAUSATION_ID),
            lookup.find(SCHEMA));
    if (!isEventId(headers.eventId)) {
      throw new MeshViolation("has a header x-event-id that is not 32 lower-case hex digits");
    }
    // Times before 1970 have no place in an envelope or a Kafka record.
    if (headers.millis() < 0) {
      throw new MeshViolation("has a header x-time that is no RFC 3339 time since 1970");
    }
    if (!contentType.equals(JSON)) {
      throw new MeshViolation("has a header content-type that is not " + JSON);
    }
    return headers;
  }

  /** The headers of a record: text or UTF-8 bytes, one of each name. */
  static MeshHeaders of(Headers headers) throws MeshViolation {
    return of(name -> only(headers, name));
  }

  static boolean isEventId(String text) {
    return text != null && EVENT_ID_FORM.matcher(text).matches();
  }

  private static String required(Lookup lookup, String name) throws MeshViolation {
    String text = lookup.find(name);
    if (AsciiWhitespace.isBlank(text)) {
      throw new MeshViolation("has no header " + name);
    }
    return text;
  }

  /** The text of the one header of a name; null when there is none. */
  static String only(Headers headers, String name) throws MeshViolation {
    Iterator<Header> found = headers.allWithName(name);
    if (!found.hasNext()) {
      return null;
    }
    Object value = found.next().value();
    if (found.hasNext()) {
      throw new MeshViolation("has the header " + name + " more than once");
    }
    boolean bytes = value instanceof byte[] || value instanceof java.nio.ByteBuffer;
    if (value != null && !bytes && !(value instanceof CharSequence)) {
      // CON-1: a number has lost its leading zeros, a date its text.
      throw new MeshViolation(
          "has the header "
              + name
              + " as "
              + value.getClass().getSimpleName()
              + ": set a header.converter that keeps text, StringConverter or ByteArrayConverter");
    }
    return HeaderText.of(value);
  }

  /** Milliseconds since the epoch, -1 when the time cannot be read. */
  long millis() {
    return MeshTime.millis(time);
  }

  /** Adds one of each, replacing what a record had under these names. */
  void writeTo(Headers headers, HeaderType type) {
    List<String> values = new ArrayList<>(List.of(eventId, source, node, time, JSON));
    for (int i = 0; i < values.size(); i++) {
      write(headers, type, REQUIRED.get(i), values.get(i));
    }
    write(headers, type, CAUSATION_ID, causationId);
    write(headers, type, SCHEMA, schema);
  }

  private static void write(Headers headers, HeaderType type, String name, String text) {
    headers.remove(name);
    if (text != null) {
      type.add(headers, name, text);
    }
  }

  static void removeFrom(Headers headers) {
    REQUIRED.forEach(headers::remove);
    OPTIONAL.forEach(headers::remove);
  }
}
