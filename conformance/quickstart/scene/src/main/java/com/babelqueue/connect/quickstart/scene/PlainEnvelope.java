package com.babelqueue.connect.quickstart.scene;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * An envelope as an application's own producer writes it (contract 1.1), on purpose without this
 * project's envelope code: the quickstart shows that the connectors take what others send.
 *
 * @param createdAt epoch milliseconds
 * @param data the JSON text of an object
 * @param attempts how often it has been tried before
 */
public record PlainEnvelope(
    String urn,
    String traceId,
    String id,
    String queue,
    String lang,
    long createdAt,
    String data,
    int attempts) {

  /** The version of every envelope there is. */
  public static final int SCHEMA_VERSION = 1;

  /** Makes a fresh envelope with ids of its own. */
  public static PlainEnvelope of(
      String urn, String queue, String lang, long createdAt, String data) {
    return new PlainEnvelope(
        urn,
        UUID.randomUUID().toString(),
        UUID.randomUUID().toString(),
        queue,
        lang,
        createdAt,
        data,
        0);
  }

  /** Returns the copy that a runtime sends after a failed attempt. */
  public PlainEnvelope retried() {
    return withAttempts(attempts + 1);
  }

  /** Returns a copy with another counter. */
  public PlainEnvelope withAttempts(int count) {
    return new PlainEnvelope(urn, traceId, id, queue, lang, createdAt, data, count);
  }

  /** Returns the message body. The texts used here need no JSON escapes. */
  public String body() {
    return """
        {"job":"%s","trace_id":"%s","data":%s,"meta":{"id":"%s","queue":"%s","lang":"%s",\
        "schema_version":%d,"created_at":%d},"attempts":%d}"""
        .formatted(urn, traceId, data, id, queue, lang, SCHEMA_VERSION, createdAt, attempts);
  }

  /**
   * Returns the six headers that the record must carry (contract 3.6).
   *
   * @param attempts what the record must say, which a broker's count may raise
   */
  public Map<String, String> kafkaHeaders(int attempts) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("bq-job", urn);
    headers.put("bq-trace-id", traceId);
    headers.put("bq-message-id", id);
    headers.put("bq-schema-version", Integer.toString(SCHEMA_VERSION));
    headers.put("bq-source-lang", lang);
    headers.put("bq-attempts", Integer.toString(attempts));
    return headers;
  }
}
