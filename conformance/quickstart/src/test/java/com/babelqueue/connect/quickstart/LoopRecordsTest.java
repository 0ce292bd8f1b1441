package com.babelqueue.connect.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class LoopRecordsTest {
  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger polls = new AtomicInteger();
  private final StopSignal stop = new StopSignal();

  private static ConsumerRecord<byte[], byte[]> record(String topic, long offset, String id) {
    ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(topic, 0, offset, null, null);
    record.headers().add("bq-message-id", id.getBytes(UTF_8));
    return record;
  }

  /** All come at once, and then nothing more; every poll takes a second. */
  private LoopRecords records(Runnable health, List<ConsumerRecord<byte[], byte[]>> all) {
    return new LoopRecords(
        () -> {
          clock.addAndGet(Duration.ofSeconds(1).toNanos());
          return polls.getAndIncrement() == 0 ? all : List.of();
        },
        health,
        stop,
        clock::get);
  }

  @Test
  void recordsOfMessageComeTopicByTopicWhateverWasSeenFirst() throws InterruptedException {
    LoopRecords records =
        records(
            () -> {},
            List.of(
                record("orders.retry.1", 7, "b"),
                record("orders.retry.1", 8, "a"),
                record("orders", 0, "b"),
                record("orders", 1, "a"),
                record("orders", 2, "a")));

    assertThat(records.next("orders", "a").orElseThrow().offset()).isEqualTo(1);
    assertThat(records.next("orders.retry.1", "a").orElseThrow().offset()).isEqualTo(8);
    assertThat(records.next("orders", "a").orElseThrow().offset()).isEqualTo(2);
    assertThat(polls).hasValue(1);
    assertThat(records.otherTopics("b")).containsExactly("orders.retry.1", "orders");
    assertThat(records.otherTopics("a")).isEmpty();
  }

  @Test
  void waitEndsAfterMinute() throws InterruptedException {
    LoopRecords records = records(() -> {}, List.of(record("orders.dlq", 0, "a")));

    assertThat(records.next("orders", "a")).isEmpty();
    assertThat(Duration.ofNanos(clock.get())).isEqualTo(Duration.ofMinutes(1));
    assertThat(records.otherTopics("a")).containsExactly("orders.dlq");
  }

  @Test
  void waitEndsWithTheDemonstration() throws InterruptedException {
    stop.raise();

    assertThat(records(() -> {}, List.of()).next("orders", "a")).isEmpty();
    assertThat(polls).hasValue(0);
  }

  @Test
  void waitEndsWithFailedConnector() {
    LoopRecords records =
        records(
            () -> {
              throw new QuickstartException("connector c has FAILED");
            },
            List.of());

    assertThatThrownBy(() -> records.next("orders", "a")).hasMessage("connector c has FAILED");
  }
}
