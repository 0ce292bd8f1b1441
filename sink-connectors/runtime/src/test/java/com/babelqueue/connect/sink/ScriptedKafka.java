package com.babelqueue.connect.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** A producer whose answers a test gives; without any word it takes and acknowledges. */
final class ScriptedKafka implements RecordWriter {
  /** Everything that was acknowledged, in this order. */
  final List<ProducerRecord<byte[], byte[]>> holds = new ArrayList<>();

  /** Writes without an answer, in their order. */
  final List<Write> open = new ArrayList<>();

  /** Whether writes stay without an answer. */
  boolean mute;

  /** Records that are not even taken. */
  Predicate<ProducerRecord<byte[], byte[]>> refused = record -> false;

  /** How many writes were begun. */
  int begun;

  @Override
  public void write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result)
      throws BrokerException {
    begun++;
    if (refused.test(record)) {
      throw outage();
    }
    open.add(new Write(record, result));
    if (!mute) {
      acknowledge();
    }
  }

  /** All that is open is acknowledged. */
  void acknowledge() {
    while (!open.isEmpty()) {
      Write write = open.remove(0);
      holds.add(write.record());
      write.result().accept(null);
    }
  }

  /** All that is open fails. */
  void fail(BrokerException failure) {
    List<Write> failed = List.copyOf(open);
    open.clear();
    failed.forEach(write -> write.result().accept(failure));
  }

  List<String> topics() {
    return holds.stream().map(ProducerRecord::topic).toList();
  }

  /** The only record it holds. */
  ProducerRecord<byte[], byte[]> only() {
    if (holds.size() != 1) {
      throw new AssertionError("not one record but " + topics());
    }
    return holds.get(0);
  }

  static BrokerException outage() {
    return BrokerException.outage("no leader", null);
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, UTF_8);
  }

  /** The headers as name=text, in their order. */
  static List<String> headers(ProducerRecord<byte[], byte[]> record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(header.key() + "=" + text(header.value()));
    }
    return headers;
  }

  static String header(ProducerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : text(header.value());
  }

  /** One write on its way. */
  record Write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result) {}
}
