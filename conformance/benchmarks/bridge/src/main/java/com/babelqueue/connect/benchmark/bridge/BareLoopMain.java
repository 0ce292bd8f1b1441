package com.babelqueue.connect.benchmark.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The JVM in which the bare loops run: a line of its input asks for a run, {@code source|sink queue
 * topic count}, and a line of its output that starts with {@link #ANSWER} tells how many
 * nanoseconds it took. Ends with its input.
 */
public final class BareLoopMain {
  static final String ANSWER = "took ";

  private BareLoopMain() {}

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
    try (BareLoops loops = ServiceLoader.load(BareLoops.class).findFirst().orElseThrow()) {
      loops.connect(address);
      serve(loops, args[0]);
    }
  }

  private static void serve(BareLoops loops, String kafka) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = next(in); line != null; line = next(in)) {
      String[] words = line.split(" ", -1);
      int count = Integer.parseInt(words[3]);
      long took =
          words[0].equals("source")
              ? source(loops, kafka, words[1], words[2], count)
              : sink(loops, kafka, words[1], words[2], count);
      System.out.println(ANSWER + took);
    }
  }

  private static String next(BufferedReader in) throws IOException {
    return in.readLine();
  }

  private static long source(BareLoops loops, String kafka, String queue, String topic, int count)
      throws Exception {
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(producerSettings(kafka))) {
      producer.partitionsFor(topic);
      long begin = System.nanoTime();
      loops.source(queue, count, producer, topic);
      return System.nanoTime() - begin;
    }
  }

  /** What a worker's producer is started with, and its defaults for the rest. */
  private static Map<String, Object> producerSettings(String kafka) {
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

  private static long sink(BareLoops loops, String kafka, String queue, String topic, int count)
      throws Exception {
    Map<String, Object> settings =
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
            "false");
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(settings)) {
      consumer.subscribe(List.of(topic));
      while (consumer.assignment().isEmpty()) {
        consumer.poll(Duration.ofMillis(10));
      }
      consumer.seekToBeginning(consumer.assignment());
      long begin = System.nanoTime();
      loops.sink(queue, count, consumer);
      consumer.commitSync();
      return System.nanoTime() - begin;
    }
  }
}
