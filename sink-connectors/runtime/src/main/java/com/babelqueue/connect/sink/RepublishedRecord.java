package com.babelqueue.connect.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.RecordBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A record that is written to Kafka again with a changed envelope: its headers are projected anew,
 * its key stays as it is (KFK-2, KFK-10), and its timestamp is the time of the write (RTY-6,
 * KFK-9).
 *
 * <p>For one thread.
 */
final class RepublishedRecord {
  private final CarriedRecord carried;
  private final List<Header> headers = new ArrayList<>();

  /**
   * @param carried where key and other headers come from
   * @param attempts the counter to project, which {@code body} holds too (RTY-2, DL-2)
   */
  RepublishedRecord(CarriedRecord carried, Envelope envelope, int attempts) {
    this.carried = carried;
    ContractHeaders.project(envelope, attempts, this::with);
  }

  /** A consumed record as bytes; a Map or Struct as the JSON that was scanned. */
  static CarriedRecord carry(SinkRecord record) {
    Object value = record.value();
    boolean structured = value instanceof Map<?, ?> || value instanceof Struct;
    return CarriedRecord.of(
        structured
            ? record.newRecord(
                record.topic(),
                record.kafkaPartition(),
                record.keySchema(),
                record.key(),
                null,
                RecordBody.of(record).bytes(),
                record.timestamp(),
                record.headers())
            : record);
  }

  /** Adds a header of the contract behind those before. */
  RepublishedRecord with(String name, String text) {
    headers.add(CarriedRecord.header(name, text.getBytes(UTF_8)));
    return this;
  }

  /**
   * Adds the consumed record's own headers, with their order, repetition and bytes.
   *
   * @param wanted by name; those of the contract never are (HDR-3)
   */
  RepublishedRecord withOutOfBand(Predicate<String> wanted) {
    for (Header header : carried.headers()) {
      if (!CarriedHeaders.isOfContract(header.key()) && wanted.test(header.key())) {
        headers.add(header);
      }
    }
    return this;
  }

  ProducerRecord<byte[], byte[]> to(String topic, byte[] body) {
    return new ProducerRecord<>(topic, null, null, carried.key(), body, headers);
  }
}
