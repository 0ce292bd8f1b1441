package com.babelqueue.connect.envelope;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** An acceptable envelope as text, of which a test changes the one member it is about. */
public final class EnvelopeText {
  private final Map<String, String> root = new LinkedHashMap<>();
  private final Map<String, String> meta = new LinkedHashMap<>();

  public EnvelopeText() {
    root.put("job", "\"urn:babel:orders:created\"");
    root.put("trace_id", "\"7b3f9c2a-e41d-4f88-9b2a-1c0d5e6f7a8b\"");
    root.put("data", "{\"order_id\":1042}");
    root.put("meta", null);
    root.put("attempts", "0");
    meta.put("id", "\"f1e2d3c4-b5a6-4789-90ab-cdef01234567\"");
    meta.put("queue", "\"orders\"");
    meta.put("lang", "\"php\"");
    meta.put("schema_version", "1");
    meta.put("created_at", "1749132727000");
  }

  public EnvelopeText with(String key, String json) {
    root.put(key, json);
    return this;
  }

  public EnvelopeText without(String key) {
    root.remove(key);
    return this;
  }

  public EnvelopeText withMeta(String key, String json) {
    meta.put(key, json);
    return this;
  }

  public EnvelopeText withoutMeta(String key) {
    meta.remove(key);
    return this;
  }

  public String text() {
    Map<String, String> members = new LinkedHashMap<>(root);
    if (root.containsKey("meta") && root.get("meta") == null) {
      members.put("meta", object(meta));
    }
    return object(members);
  }

  public byte[] bytes() {
    return text().getBytes(StandardCharsets.UTF_8);
  }

  private static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }
}
