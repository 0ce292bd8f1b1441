package com.babelqueue.connect.benchmark.bridge;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * topic count}; lines of its output say when it begins, with all clients connected, and when it is
 * over. Ends with its input, or with the first run that fails.
 */
public final class BareLoopMain {
  /** Says that a run begins. */
  static final String BEGUN = "begun";

  /** Says that the last message is settled. */
  static final String DONE = "done";

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
    int status = 0;
    try (BareLoops loops = ServiceLoader.load(BareLoops.class).findFirst().orElseThrow()) {
      loops.connect(address);
      serve(loops, args[0]);
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

  private static void serve(BareLoops loops, String kafka) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", -1);
      int count = Integer.parseInt(words[3]);
      if (words[0].equals("source")) {
        source(loops, kafka, words[1], words[2], count);
      } else {
        sink(loops, kafka, words[1], words[2], count);
      }
      System.out.println(DONE);
    }
  }

  private static void source(BareLoops loops, String kafka, String queue, String topic, int count)
      throws Exception {
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(producerSettings(kafka))) {
      producer.partitionsFor(topic);
      System.out.println(BEGUN);
      loops.source(queue, count, new BareTopic(producer, topic));
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

  private static void sink(BareLoops loops, String kafka, String queue, String topic, int count)
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
      // Joining the group belongs to the run, as it does for a worker's task.
      System.out.println(BEGUN);
      loops.sink(queue, count, consumer);
      consumer.commitSync();
    }
  }
}
