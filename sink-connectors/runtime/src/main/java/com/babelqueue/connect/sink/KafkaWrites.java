package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.TopicCounters;
import com.babelqueue.connect.broker.kafka.RecordWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Writes retries and dead letters to Kafka until all replicas have them: what fails and may pass is
 * written again with a backoff of its topic's own, nothing is skipped (SET-1). Owned by the task's
 * thread; results come from the producer's by way of {@link Outcomes}.
 */
final class KafkaWrites {
  private final String task;

  /** Null when the connector writes nothing to Kafka itself. */
  private final RecordWriter writer;

  private final Outcomes outcomes;
  private final Supplier<Backoff> backoffs;
  private final LongSupplier ticker;
  private final Map<String, TopicWrites> topics = new HashMap<>();

  /** Everything that is not acknowledged and whose partition is still this task's. */
  private final Set<Write> open = new LinkedHashSet<>();

  private long bytes;
  private long sequence;

  /** Writes without a result, those of partitions that have gone among them. */
  private int underWay;

  /**
   * @param writer null when the connector writes nothing to Kafka itself
   * @param backoffs makes a new topic's backoff
   */
  KafkaWrites(
      String task,
      RecordWriter writer,
      Outcomes outcomes,
      Supplier<Backoff> backoffs,
      LongSupplier ticker) {
    this.task = task;
    this.writer = writer;
    this.outcomes = outcomes;
    this.backoffs = backoffs;
    this.ticker = ticker;
  }

  /** Whether there is a cluster to write to. */
  boolean arePossible() {
    return writer != null;
  }

  /**
   * Writes a record, now or once its topic takes records again.
   *
   * @param origin the record it was made of
   * @param setting names the topic, for the message when it cannot be written
   * @param record what to write
   * @param counter counts it once it is acknowledged
   * @return done with the acknowledgement, or failed when no repetition can help; completed on the
   *     task's thread
   */
  Future<?> add(
      RecordOrigin origin,
      String setting,
      ProducerRecord<byte[], byte[]> record,
      TopicCounters counter) {
    Write write =
        new Write(origin, setting, record, counter, sequence++, new CompletableFuture<>());
    open.add(write);
    bytes += write.size();
    TopicWrites topic =
        topics.computeIfAbsent(record.topic(), name -> new TopicWrites(task, name, backoffs.get()));
    topic.add(write);
    begin(topic);
    return write.outcome();
  }

  /** Begins what may be written by now. */
  void proceed() {
    new ArrayList<>(topics.values()).forEach(this::begin);
  }

  /** Whether results are to come, by way of {@link Outcomes}. */
  boolean areUnderWay() {
    return underWay > 0;
  }

  /** How many records wait for their acknowledgement. */
  int records() {
    return open.size();
  }

  /** How many bytes these are. */
  long bytes() {
    return bytes;
  }

  /** Drops what comes from partitions that are another task's now, which writes it itself. */
  void forget(Collection<TopicPartition> closed) {
    for (Write write : new ArrayList<>(open)) {
      if (closed.contains(write.origin().partition())) {
        TopicWrites topic = topics.get(write.record().topic());
        topic.remove(write);
        close(write);
        dropIfIdle(topic);
      }
    }
  }

  private void begin(TopicWrites topic) {
    // The time is asked again each time: a topic that fails at once may block for seconds.
    for (Write next = topic.next(ticker.getAsLong());
        next != null;
        next = topic.next(ticker.getAsLong())) {
      begin(topic, next);
    }
  }

  private void begin(TopicWrites topic, Write write) {
    underWay++;
    try {
      writer.write(write.record(), failure -> outcomes.add(() -> end(topic, write, failure)));
    } catch (BrokerException e) {
      end(topic, write, e);
    }
  }

  private void end(TopicWrites topic, Write write, BrokerException failure) {
    underWay--;
    if (failure == null) {
      topic.written();
      if (close(write)) {
        write.counter().increment(write.origin().partition().topic());
        write.outcome().complete(null);
      }
    } else if (failure.isRetriable()) {
      topic.failed(ticker.getAsLong(), failure);
      if (open.contains(write)) {
        topic.add(write);
      }
    } else {
      topic.cameBack();
      if (close(write)) {
        write.outcome().completeExceptionally(refused(write, failure));
      }
    }
    dropIfIdle(topic);
  }

  private void dropIfIdle(TopicWrites topic) {
    if (topic.isIdle()) {
      topics.remove(topic.name());
    }
  }

  private static ConnectException refused(Write write, BrokerException failure) {
    return new ConnectException(
        "Kafka does not take it, see " + write.setting() + ": " + failure.getMessage(), failure);
  }

  /** Whether it was open. */
  private boolean close(Write write) {
    if (!open.remove(write)) {
      return false;
    }
    bytes -= write.size();
    return true;
  }

  /** One record on its way; compared by identity, since every sequence is its own. */
  record Write(
      RecordOrigin origin,
      String setting,
      ProducerRecord<byte[], byte[]> record,
      TopicCounters counter,
      long sequence,
      CompletableFuture<Void> outcome) {

    /** About how many bytes it takes. */
    long size() {
      return length(record.key()) + length(record.value());
    }

    private static long length(byte[] part) {
      return part == null ? 0 : part.length;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(sequence);
    }
  }
}
