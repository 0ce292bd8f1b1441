package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.JsonMembers;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One mesh event that may be passed on (MESH-6 to MESH-9). Immutable, but for the shared body. */
final class MeshMessage {
  private static final List<String> ENVELOPE_PARTS =
      List.of("module", "node", "key", "headers", "subject");

  private final MeshSubject subject;
  private final MeshHeaders headers;
  private final byte[] body;
  private final Map<String, String> others;

  private MeshMessage(
      MeshSubject subject, MeshHeaders headers, byte[] body, Map<String, String> others) {
    this.subject = subject;
    this.headers = headers;
    this.body = body;
    this.others = others;
  }

  /** An event whose parts were checked one by one and now must fit each other. */
  static MeshMessage of(
      MeshSubject subject, MeshHeaders headers, byte[] body, Map<String, String> others)
      throws MeshViolation {
    if (!headers.source().equals(subject.module())) {
      throw new MeshViolation("has a header x-source that differs from its subject's module");
    }
    JsonMembers members = members(body);
    if (members != null && isEnvelope(members)) {
      throw new MeshViolation("has an envelope nested in its payload");
    }
    return new MeshMessage(subject, headers, body, others);
  }

  /** The members of a JSON text; null when it is no object. */
  static JsonMembers members(byte[] json) throws MeshViolation {
    try {
      return JsonMembers.of(json);
    } catch (IllegalArgumentException e) {
      throw new MeshViolation("has a value that " + e.getMessage());
    }
  }

  private static boolean isEnvelope(JsonMembers body) throws MeshViolation {
    Set<String> names = body.names();
    for (String name : MeshHeaders.REQUIRED) {
      if (name.startsWith("x-") && names.contains(name)) {
        return true;
      }
    }
    if (names.contains("body")
        && ENVELOPE_PARTS.stream().filter(names::contains).limit(2).count() == 2) {
      return true;
    }
    byte[] headers = body.bytes("headers");
    JsonMembers inner = headers == null ? null : members(headers);
    return inner != null && MeshHeaders.REQUIRED.stream().anyMatch(inner.names()::contains);
  }

  MeshSubject subject() {
    return subject;
  }

  MeshHeaders headers() {
    return headers;
  }

  /** The bare payload, JSON; not a copy, not to be changed. */
  byte[] body() {
    return body;
  }

  /** Headers that the format does not know, in their order; they are kept (MESH-8). */
  Map<String, String> others() {
    return others;
  }
}
