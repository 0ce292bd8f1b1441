package com.babelqueue.connect.sink.reinject;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A producer whose answers a test gives. One thread. */
final class ScriptedWriter implements RecordWriter {
  /** Writes without an answer, in their order. */
  final List<Write> open = new ArrayList<>();

  /** The values of all writes that were acknowledged, in the order of the acknowledgements. */
  final List<String> acknowledged = new ArrayList<>();

  /** How many writes were begun. */
  int begun;

  /** Records that are refused at once. */
  Predicate<ProducerRecord<byte[], byte[]>> refused = record -> false;

  @Override
  public void write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result)
      throws BrokerException {
    begun++;
    if (refused.test(record)) {
      throw outage();
    }
    open.add(new Write(record, result));
  }

  /** What waits for an answer. */
  List<String> openValues() {
    return open.stream().map(write -> text(write.record())).toList();
  }

  void acknowledge(int index) {
    Write write = open.remove(index);
    acknowledged.add(text(write.record()));
    write.result().accept(null);
  }

  void acknowledgeAll() {
    while (!open.isEmpty()) {
      acknowledge(0);
    }
  }

  void fail(int index, BrokerException failure) {
    open.remove(index).result().accept(failure);
  }

  static BrokerException outage() {
    return BrokerException.outage("no leader", null);
  }

  static String text(ProducerRecord<byte[], byte[]> record) {
    return record.value() == null ? null : new String(record.value(), UTF_8);
  }

  /** One write on its way. */
  record Write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result) {}
}
