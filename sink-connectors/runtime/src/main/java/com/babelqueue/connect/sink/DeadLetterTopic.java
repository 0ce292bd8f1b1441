package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.DeadLetterHeaders;
import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.config.TopicTemplate;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.DeadLetter;
import com.babelqueue.connect.envelope.DeadLetter.Reason;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Writes records that will not be sent to their dead-letter topic (DLQ-1). An acceptable envelope
 * gets the {@code dead_letter} block (DL-1 to DL-3); anything else keeps every byte of key, value
 * and headers, and only headers say what happened (DL-5, POI-2). Owned by the task's thread.
 */
final class DeadLetterTopic implements FaultPath {
  /** Of one delivery only: a redrive starts a fresh trace and asks for its own bypass (HDR-9). */
  private static final Set<String> LEFT_BEHIND =
      Set.of(
          ContractHeaders.TRACEPARENT, ContractHeaders.TRACESTATE, ContractHeaders.REPLAY_BYPASS);

  private static final String BROKER = "kafka";

  private final TopicTemplate template;
  private final KafkaWrites writes;
  private final SinkMetrics metrics;
  private final Clock clock;

  DeadLetterTopic(SinkConfig config, KafkaWrites writes, SinkMetrics metrics, Clock clock) {
    this.template = config.deadLetterTopic();
    this.writes = writes;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** Takes a record that no further attempt can help. */
  @Override
  public Future<?> take(FaultyRecord faulty) {
    return take(faulty, Reason.POISON);
  }

  Future<?> take(FaultyRecord faulty, Reason reason) {
    CarriedRecord carried = RepublishedRecord.carry(faulty.record());
    WorkTopic work = WorkTopic.of(carried, faulty.origin());
    String topic = work.deadLetterTopic(template, faulty.origin());
    ProducerRecord<byte[], byte[]> letter =
        faulty.envelope() == null
            ? explained(carried, faulty).to(topic)
            : annotated(carried, faulty, reason, work.name(), topic);
    return writes.add(faulty.origin(), SinkConfig.DEAD_LETTER_TOPIC, letter, metrics.deadLettered);
  }

  private static CarriedRecord explained(CarriedRecord carried, FaultyRecord faulty) {
    RecordOrigin origin = faulty.origin();
    carried.set(DeadLetterHeaders.REASON, faulty.fault().reason());
    carried.set(DeadLetterHeaders.DETAIL, String.valueOf(faulty.fault().detail()));
    carried.set(DeadLetterHeaders.ORIGIN, BROKER + ":" + origin.partition().topic());
    return carried.set(
        DeadLetterHeaders.MESSAGE_ID, origin.partition().partition() + "-" + origin.offset());
  }

  private ProducerRecord<byte[], byte[]> annotated(
      CarriedRecord carried, FaultyRecord faulty, Reason reason, String work, String topic) {
    int attempts = FaultyRecord.attemptsAfter(faulty.attempts());
    DeadLetter block =
        new DeadLetter(reason, faulty.fault().toString(), null, clock.millis(), work, attempts);
    // FORB-6: what was decoded and is published again is stripped, as in a retry or a redrive.
    byte[] body = faulty.envelope().edit().deadLetter(block).removeForbiddenKeys().toBytes();
    return new RepublishedRecord(carried, faulty.envelope(), attempts)
        .with(ContractHeaders.ORIGINAL_TOPIC, work)
        .withOutOfBand(name -> !LEFT_BEHIND.contains(name))
        .to(topic, body);
  }

  @Override
  public boolean isCompletedByOthers() {
    return false;
  }
}
