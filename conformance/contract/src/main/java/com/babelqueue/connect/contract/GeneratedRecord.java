package com.babelqueue.connect.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record made up for a round trip. Immutable.
 *
 * @param id the envelope's {@code meta.id}, different for each record
 * @param key null for a record without one
 * @param body an acceptable envelope as one producer or another may write it
 * @param headers out-of-band headers, {@code traceparent} among them
 * @param contract the contract's Kafka headers that a source must make of the body
 * @param createdAt the envelope's {@code meta.created_at}
 */
record GeneratedRecord(
    String id,
    String key,
    String body,
    Map<String, String> headers,
    Map<String, String> contract,
    long createdAt) {
  ProducerRecord<byte[], byte[]> to(String topic) {
    return Stage.record(topic, key == null ? null : key.getBytes(UTF_8), body, headers);
  }

  /** Every header that the record must have after the round trip. */
  Map<String, String> expectedHeaders() {
    Map<String, String> all = new TreeMap<>(headers);
    all.putAll(contract);
    return all;
  }
}
