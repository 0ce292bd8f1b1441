package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.JsonMembers;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The structured form of a mesh event, in which the shared fixture gives it: one object with {@code
 * module}, {@code key}, {@code body}, {@code headers} and, if it likes, {@code node}. Stateless.
 */
final class MeshFixture {
  private MeshFixture() {}

  static MeshMessage read(byte[] json) throws MeshViolation {
    JsonMembers event = MeshMessage.members(json);
    byte[] body = event == null ? null : event.bytes("body");
    byte[] written = event == null ? null : event.bytes("headers");
    JsonMembers headers = written == null ? null : MeshMessage.members(written);
    if (body == null || headers == null) {
      throw new MeshViolation("is not structured as module, key, body and headers");
    }
    MeshHeaders checked = MeshHeaders.of(name -> text(headers, name));
    String node = event.names().contains("node") ? event.text("node") : checked.node();
    if (!checked.node().equals(node)) {
      throw new MeshViolation("has a header x-node that differs from its node");
    }
    return MeshMessage.of(
        MeshSubject.of(event.text("module"), event.text("key")), checked, body, others(headers));
  }

  private static Map<String, String> others(JsonMembers headers) throws MeshViolation {
    Map<String, String> others = new LinkedHashMap<>();
    for (String name : headers.names()) {
      if (!MeshHeaders.REQUIRED.contains(name) && !MeshHeaders.OPTIONAL.contains(name)) {
        others.put(name, text(headers, name));
      }
    }
    return others;
  }

  private static String text(JsonMembers headers, String name) throws MeshViolation {
    String text = headers.text(name);
    if (text == null && headers.names().contains(name)) {
      throw new MeshViolation("has a header that is no text");
    }
    return text;
  }
}
