package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.RecordText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Finds the records of one message, topic by topic, among all that arrive: several topics are read
 * at a time, so a later record of a message may be seen before an earlier one. One thread.
 */
final class LoopRecords {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration HEALTH_INTERVAL = Duration.ofSeconds(2);

  private final Source source;
  private final Runnable health;
  private final StopSignal stop;
  private final LongSupplier nanoTime;
  private final List<ConsumerRecord<byte[], byte[]>> unclaimed = new ArrayList<>();

  /**
   * Begins with nothing seen.
   *
   * @param health throws when nothing more can be expected
   * @param nanoTime a clock like {@link System#nanoTime}
   */
  LoopRecords(Source source, Runnable health, StopSignal stop, LongSupplier nanoTime) {
    this.source = source;
    this.health = health;
    this.stop = stop;
    this.nanoTime = nanoTime;
  }

  /**
   * Waits for the next record of a message in a topic.
   *
   * @return empty when it does not come within a minute, or when the demonstration shall end
   */
  Optional<ConsumerRecord<byte[], byte[]>> next(String topic, String messageId)
      throws InterruptedException {
    Predicate<ConsumerRecord<byte[], byte[]>> wanted =
        record -> record.topic().equals(topic) && isOf(messageId, record);
    long start = nanoTime.getAsLong();
    long checked = start;
    Optional<ConsumerRecord<byte[], byte[]>> found = claim(wanted);
    while (found.isEmpty() && !stop.isRaised() && since(start).compareTo(LIMIT) < 0) {
      unclaimed.addAll(source.poll());
      found = claim(wanted);
      if (since(checked).compareTo(HEALTH_INTERVAL) > 0) {
        health.run();
        checked = nanoTime.getAsLong();
      }
    }
    return found;
  }

  /** Returns the topics in which a message was seen and not asked for. */
  List<String> otherTopics(String messageId) {
    return unclaimed.stream()
        .filter(record -> isOf(messageId, record))
        .map(ConsumerRecord::topic)
        .distinct()
        .toList();
  }

  private Optional<ConsumerRecord<byte[], byte[]>> claim(
      Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
    Optional<ConsumerRecord<byte[], byte[]>> found = unclaimed.stream().filter(wanted).findFirst();
    found.ifPresent(unclaimed::remove);
    return found;
  }

  private static boolean isOf(String messageId, ConsumerRecord<byte[], byte[]> record) {
    return messageId.equals(RecordText.header(record, Expectation.ID));
  }

  private Duration since(long nanos) {
    return Duration.ofNanos(nanoTime.getAsLong() - nanos);
  }

  /** Brings the records that came within a moment; see {@link TopicWatch#poll}. */
  @FunctionalInterface
  interface Source {
    List<ConsumerRecord<byte[], byte[]>> poll() throws InterruptedException;
  }
}
