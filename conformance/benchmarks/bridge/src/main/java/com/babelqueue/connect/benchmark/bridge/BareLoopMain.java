package com.babelqueue.connect.benchmark.bridge;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The JVM in which the bare loops run: a line of its input asks for a run, {@code source|sink queue
 * topic count}, or to learn from what a connector wrote, {@code learn-source|learn-sink queue
 * topic}; lines of its output say when that begins, with all clients connected, and when it is
 * over. Ends with its input, or with the first run that fails.
 */
public final class BareLoopMain {
  /** Says that a run begins. */
  static final String BEGUN = "begun";

  /** Says that the last message is settled. */
  static final String DONE = "done";

  private final BareLoops loops;
  private final String kafka;

  /** What goes with each record; empty until learned. */
  private RecordHeaders headers = new RecordHeaders();

  private BareLoopMain(BareLoops loops, String kafka) {
    this.loops = loops;
    this.kafka = kafka;
  }

  /**
   * Serves runs.
   *
   * @param args Kafka's address, then the broker's as {@code key=value}
   */
  public static void main(String[] args) throws Exception {
    Map<String, String> address = new TreeMap<>();
    for (String pair : List.of(args).subList(1, args.length)) {
      address.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    int status = 0;
    try (BareLoops loops = ServiceLoader.load(BareLoops.class).findFirst().orElseThrow()) {
      loops.connect(address);
      new BareLoopMain(loops, args[0]).serve();
    } catch (Exception e) {
      e.printStackTrace();
      status = 1;
    }
    // Clients may have left threads behind.
    System.exit(status);
  }

  /** Ends this JVM at once, and with it the run; for callbacks, which nobody else hears of. */
  public static void fail(Throwable failure) {
    failure.printStackTrace();
    Runtime.getRuntime().halt(1);
  }

  private void serve() throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      String queue = words[1];
      String topic = words[2];
      int count = Integer.parseInt(words[3]);
      switch (words[0]) {
        case "source" -> source(queue, topic, count);
        case "sink" -> sink(queue, topic, count);
        case "learn-source" -> learn(topic);
        case "learn-sink" -> {
          System.out.println(BEGUN);
          loops.learn(queue);
        }
        default -> throw new IllegalArgumentException("no such request: " + words[0]);
      }
      System.out.println(DONE);
    }
  }

  /** Takes the headers of a topic's first record for those of all records to come. */
  private void learn(String topic) {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      System.out.println(BEGUN);
      TopicPartition partition = new TopicPartition(topic, 0);
      consumer.assign(List.of(partition));
      List<ConsumerRecord<byte[], byte[]>> records;
      do {
        records = consumer.poll(Duration.ofMillis(100)).records(partition);
      } while (records.isEmpty());
      headers = new RecordHeaders(records.get(0).headers());
    }
  }

  private void source(String queue, String topic, int count) throws Exception {
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(producerSettings())) {
      producer.partitionsFor(topic);
      System.out.println(BEGUN);
      loops.source(queue, count, new BareTopic(producer, topic, headers));
    }
  }

  /** What a worker's producer is started with, and its defaults for the rest. */
  private Map<String, Object> producerSettings() {
    return Map.of(
        "bootstrap.servers",
        kafka,
        "key.serializer",
        ByteArraySerializer.class.getName(),
        "value.serializer",
        ByteArraySerializer.class.getName(),
        "acks",
        "all",
        "enable.idempotence",
        "false",
        "max.in.flight.requests.per.connection",
        "1",
        "delivery.timeout.ms",
        Integer.toString(Integer.MAX_VALUE),
        "max.block.ms",
        Long.toString(Long.MAX_VALUE),
        "linger.ms",
        "5");
  }

  private void sink(String queue, String topic, int count) throws Exception {
    try (Consumer<byte[], byte[]> consumer = consumer()) {
      consumer.subscribe(List.of(topic));
      // Joining the group belongs to the run, as it does for a worker's task.
      System.out.println(BEGUN);
      loops.sink(queue, count, consumer);
      consumer.commitSync();
    }
  }

  private Consumer<byte[], byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            kafka,
            "group.id",
            "bare-" + UUID.randomUUID(),
            "key.deserializer",
            ByteArrayDeserializer.class.getName(),
            "value.deserializer",
            ByteArrayDeserializer.class.getName(),
            "auto.offset.reset",
            "earliest",
            "enable.auto.commit",
            "false"));
  }
}
