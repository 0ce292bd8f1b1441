package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.config.TopicTemplate;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.VersionGate;
import com.babelqueue.connect.source.SourceConfig.AttemptsWrite;
import com.babelqueue.connect.source.SourceConfig.OversizePolicy;
import com.babelqueue.connect.source.SourceConfig.PoisonPolicy;
import com.babelqueue.connect.source.SourceConfig.TimestampSource;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * Decides what a delivery becomes: gate first, then decode, then accept, then check what Kafka
 * would refuse (GATE-1, CON-4, POI-1), so that a record handed to Connect can be written.
 *
 * <p>Used by the engine's thread alone.
 */
final class RecordMapper {
  private final BrokerBinding binding;
  private final Clock clock;
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final RecordHeaders headers;
  private final TopicTemplate topic;
  private final TopicTemplate deadLetterTopic;
  private final KeySource key;
  private final HeaderFormat keyFormat;
  private final TimestampSource timestamp;
  private final long maxAheadMillis;
  private final int maxRecordBytes;
  private final int maxDeliveries;
  private final PoisonPolicy poisonPolicy;
  private final OversizePolicy oversizePolicy;
  private final AttemptsWrite attemptsWrite;

  /** One source partition map per queue, shared by its records. */
  private final Map<String, Map<String, ?>> partitions = new HashMap<>();

  /** The last name that {@link #isTopic} found to be legal; null before the first. */
  private String legalTopic;

  /** Grows from the wall clock, so that offsets stay unique over restarts without being stored. */
  private long sequence;

  RecordMapper(SourceConfig config, BrokerBinding binding, Clock clock) {
    this.binding = binding;
    this.clock = clock;
    this.headers = new RecordHeaders(config, binding);
    this.topic = config.topic();
    this.deadLetterTopic = config.deadLetterTopic();
    this.key = config.key();
    this.keyFormat = config.keyFormat();
    this.timestamp = config.timestamp();
    this.maxAheadMillis = config.getLong(SourceConfig.TIMESTAMP_MAX_AHEAD);
    this.maxRecordBytes = config.getInt(SourceConfig.MAX_RECORD_BYTES);
    this.maxDeliveries = config.getInt(SourceConfig.MAX_DELIVERIES);
    this.poisonPolicy = config.poisonPolicy();
    this.oversizePolicy = config.oversizePolicy();
    this.attemptsWrite = config.attemptsWrite();
    this.sequence = Math.multiplyExact(clock.millis(), 1_000_000L);
  }

  Disposition map(Delivery delivery) {
    if (binding.gated() && !VersionGate.passes(delivery.versionField())) {
      return poison(delivery, new Poison(Poison.GATE, "The native schema version is not 1"));
    }
    if (maxDeliveries > 0 && delivery.deliveryCount() > maxDeliveries) {
      return poison(
          delivery,
          new Poison(
              Poison.MAX_DELIVERIES,
              "Delivered " + delivery.deliveryCount() + " times, more than " + maxDeliveries));
    }
    Envelope envelope = scanner.scan(delivery.body());
    if (!envelope.isAcceptable()) {
      return poison(delivery, Poison.of(envelope.refusal()));
    }
    return accepted(delivery, envelope);
  }

  private Disposition accepted(Delivery delivery, Envelope envelope) {
    String destination = topicOf(delivery, envelope);
    if (!isTopic(destination)) {
      return poison(
          delivery,
          new Poison(Poison.TOPIC, SourceConfig.TOPIC + " gives no name that Kafka takes"));
    }
    Long time = timestamp == TimestampSource.CREATED_AT ? createdAt(envelope) : null;
    if (time != null && time - clock.millis() > maxAheadMillis) {
      return poison(
          delivery,
          new Poison(
              Poison.TIMESTAMP, "meta.created_at is further ahead than " + maxAheadMillis + " ms"));
    }
    int attempts = binding.attemptsRule().reconcile(envelope.attempts(), delivery.attemptsField());
    byte[] value =
        attemptsWrite == AttemptsWrite.BOTH && attempts != envelope.attempts()
            ? envelope.edit().attempts(attempts).toBytes()
            : delivery.body();
    delivery.idempotencyKey(envelope.id());
    return sized(
        record(
            delivery, destination, envelope, value, time, headers.of(delivery, envelope, attempts)),
        null);
  }

  private Disposition poison(Delivery delivery, Poison poison) {
    return switch (poisonPolicy) {
      case REJECT -> new Disposition.Reject(poison);
      case FAIL -> new Disposition.Fail(poison);
      case DEAD_LETTER_TOPIC -> deadLetter(delivery, poison);
      case FORWARD -> forward(delivery, poison);
    };
  }

  private Disposition deadLetter(Delivery delivery, Poison poison) {
    return sized(
        record(
            delivery,
            deadLetterTopicOf(delivery),
            null,
            delivery.body(),
            null,
            headers.ofDeadLetter(delivery, poison)),
        poison);
  }

  /** Where even the raw topic cannot be known, the dead-letter topic is the only place left. */
  private Disposition forward(Delivery delivery, Poison poison) {
    String destination = topicOf(delivery, null);
    if (!isTopic(destination)) {
      return deadLetter(delivery, poison);
    }
    return sized(
        record(delivery, destination, null, delivery.body(), null, headers.ofRaw(delivery)), null);
  }

  private Disposition sized(BridgeSourceRecord record, Poison poison) {
    long size = RecordSize.upperBound(record);
    if (size <= maxRecordBytes) {
      return new Disposition.HandOn(record, poison);
    }
    Poison tooLarge =
        new Poison(
            Poison.TOO_LARGE,
            "The record would take "
                + size
                + " bytes, more than "
                + SourceConfig.MAX_RECORD_BYTES
                + "="
                + maxRecordBytes);
    return switch (oversizePolicy) {
      case HOLD -> new Disposition.Hold(tooLarge);
      case REJECT -> new Disposition.Reject(tooLarge);
      case FAIL -> new Disposition.Fail(tooLarge);
    };
  }

  /** Most messages go to the topic of the one before them, which was looked at already. */
  private boolean isTopic(String destination) {
    if (destination == null) {
      return false;
    }
    if (!destination.equals(legalTopic)) {
      if (!TopicTemplate.isLegal(destination)) {
        return false;
      }
      legalTopic = destination;
    }
    return true;
  }

  /** Null when a variable of the template has no value in this message. */
  private String topicOf(Delivery delivery, Envelope envelope) {
    return topic.render(
        variable ->
            switch (variable) {
              case SourceConfig.VARIABLE_QUEUE -> delivery.queue();
              case SourceConfig.VARIABLE_META_QUEUE -> envelope == null ? null : envelope.queue();
              default -> envelope == null ? null : envelope.urn();
            });
  }

  private String deadLetterTopicOf(Delivery delivery) {
    String queue = TopicTemplate.legalized(delivery.queue());
    String destination = topicOf(delivery, null);
    String main = isTopic(destination) ? destination : queue;
    return TopicTemplate.legalized(
        deadLetterTopic.render(
            variable -> variable.equals(SourceConfig.VARIABLE_TOPIC) ? main : queue));
  }

  /** Null leaves the time to the producer (KFK-1). */
  private static Long createdAt(Envelope envelope) {
    return envelope.createdAt() < 0 ? null : envelope.createdAt();
  }

  private BridgeSourceRecord record(
      Delivery delivery,
      String destination,
      Envelope envelope,
      byte[] value,
      Long time,
      ConnectHeaders recordHeaders) {
    SchemaAndValue recordKey = keyFormat.encode(key.of(delivery, envelope));
    return new BridgeSourceRecord(
        delivery,
        partitions.computeIfAbsent(delivery.queue(), queue -> Map.of("queue", queue)),
        Map.of("delivery", sequence++),
        destination,
        recordKey.schema(),
        recordKey.value(),
        value,
        time,
        recordHeaders);
  }
}
