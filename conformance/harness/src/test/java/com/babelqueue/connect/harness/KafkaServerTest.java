package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class KafkaServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static KafkaServer kafka;

  @BeforeAll
  static void start() {
    long began = System.nanoTime();
    kafka = KafkaServer.start();
    StartTimes.print("Kafka", began);
  }

  @AfterAll
  static void stop() {
    kafka.close();
  }

  @Test
  void keepsKeyValueAndHeadersByteForByte() {
    byte[] notText = {0, (byte) 0xff, '"'};
    try (TopicWriter writer = kafka.writer();
        TopicReader reader = kafka.reader("bytes")) {
      writer.write("bytes", notText, notText, List.of(TopicWriter.header("h", notText)));
      writer.write("bytes", null, null, List.of(TopicWriter.header("empty", null)));

      List<ConsumerRecord<byte[], byte[]>> records = reader.read(2, LIMIT);

      assertThat(records).hasSize(2);
      assertThat(records.get(0).key()).isEqualTo(notText);
      assertThat(records.get(0).value()).isEqualTo(notText);
      assertThat(records.get(0).headers().lastHeader("h").value()).isEqualTo(notText);
      assertThat(records.get(1).key()).isNull();
      assertThat(records.get(1).value()).isNull();
      assertThat(records.get(1).headers().lastHeader("empty").value()).isNull();
    }
  }

  @Test
  void readsEveryPartitionOfATopicToItsEnd() {
    kafka.createTopic("three", 3, Map.of("retention.ms", "-1"));
    try (TopicWriter writer = kafka.writer();
        TopicReader reader = kafka.committedReader("three")) {
      writeNumbers(writer, "three", 10);
      reader.read(1, LIMIT);
      writeNumbers(writer, "three", 20);

      List<ConsumerRecord<byte[], byte[]>> records = reader.readToEnd(LIMIT);

      assertThat(records).hasSize(30);
      assertThat(records).extracting(ConsumerRecord::partition).contains(0, 1, 2);
    }
  }

  @Test
  void returnsWhatThereIsWhenTheDeadlinePasses() {
    try (TopicWriter writer = kafka.writer();
        TopicReader reader = kafka.reader("short")) {
      writer.write("short", null, new byte[] {1}, List.of());

      assertThat(reader.read(2, Duration.ofSeconds(2))).hasSize(1);
    }
  }

  @Test
  void doesNotCreateATopicByReadingIt() {
    try (TopicReader reader = kafka.reader("absent")) {
      assertThat(reader.read(1, Duration.ofMillis(500))).isEmpty();
      assertThatThrownBy(() -> reader.readToEnd(Duration.ofMillis(500)))
          .isInstanceOf(HarnessException.class)
          .hasMessageContaining("absent");
    }
    assertThat(kafka.topics()).doesNotContain("absent");
  }

  @Test
  void comesBackAfterAnOutageWithItsData() {
    String address = kafka.bootstrapServers();
    try (TopicWriter writer = kafka.writer();
        TopicReader reader = kafka.reader("kept")) {
      writer.write("kept", null, new byte[] {1}, List.of());

      kafka.stop();
      kafka.restart();

      writer.write("kept", null, new byte[] {2}, List.of());
      assertThat(reader.read(2, LIMIT))
          .extracting(r -> r.value()[0])
          .containsExactly((byte) 1, (byte) 2);
    }
    assertThat(kafka.bootstrapServers()).isEqualTo(address);
  }

  @Test
  void takesBrokerSettings() {
    try (KafkaServer strict = KafkaServer.start(Map.of("auto.create.topics.enable", "false"))) {
      try (TopicReader reader = strict.reader("absent")) {
        assertThat(reader.read(1, Duration.ofMillis(300))).isEmpty();
      }
      strict.createTopic("made", 2, Map.of());
      assertThat(strict.topics()).containsExactly("made");
    }
  }

  private static void writeNumbers(TopicWriter writer, String topic, int count) {
    for (int i = 0; i < count; i++) {
      byte[] number = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
      writer.write(topic, number, number, List.of());
    }
  }
}
