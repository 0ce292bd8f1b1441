package com.babelqueue.connect.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.WorkerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What a sink is tested between: a Kafka node, a worker that can be killed, and a producer that
 * does not wait for each record; for the contracts here and for a broker's own integration tests.
 * Topics have one partition. One test thread.
 */
public final class Stage implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  public static final Duration LIMIT = Duration.ofMinutes(2);

  private static final String WORKER_HEAP = "320m";
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final KafkaServer kafka;
  private final ConnectWorkerProcess worker;
  private final KafkaProducer<byte[], byte[]> producer;

  private Stage(
      KafkaServer kafka, ConnectWorkerProcess worker, KafkaProducer<byte[], byte[]> producer) {
    this.kafka = kafka;
    this.worker = worker;
    this.producer = producer;
  }

  /** Starts Kafka and a worker with these plugin jars. */
  public static Stage start(Path... plugins) {
    KafkaServer kafka = KafkaServer.start();
    try {
      ConnectWorkerProcess worker =
          ConnectWorkerProcess.start(WorkerSettings.of(kafka).withPlugin(plugins), WORKER_HEAP);
      return new Stage(kafka, worker, producer(kafka));
    } catch (RuntimeException e) {
      kafka.close();
      throw e;
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(KafkaServer kafka) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            kafka.bootstrapServers(),
            ProducerConfig.LINGER_MS_CONFIG,
            5),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  /** The node. */
  public KafkaServer kafka() {
    return kafka;
  }

  /** The worker, to be killed and restarted. */
  public ConnectWorkerProcess worker() {
    return worker;
  }

  /** The worker's REST port; the same before and after a restart. */
  public ConnectRest rest() {
    return worker.rest();
  }

  /** Creates a topic of one partition that keeps records however old they say they are. */
  public void createTopic(String name) {
    kafka.createTopic(name, 1, Map.of("retention.ms", "-1"));
  }

  /** Writes one record. */
  public void feed(String topic, byte[] key, String value, Map<String, String> headers)
      throws Exception {
    feed(List.of(record(topic, key, value, headers)));
  }

  /** Writes records in this order and returns when Kafka has them all. */
  public void feed(List<ProducerRecord<byte[], byte[]>> records)
      throws ExecutionException, InterruptedException, TimeoutException {
    List<? extends Future<?>> written = records.stream().map(producer::send).toList();
    producer.flush();
    for (Future<?> record : written) {
      record.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
  }

  /** A record of today; a null value is a tombstone. */
  public static ProducerRecord<byte[], byte[]> record(
      String topic, byte[] key, String value, Map<String, String> headers) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key, value == null ? null : value.getBytes(UTF_8));
    headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
    return record;
  }

  /** Numbered envelopes as records without key and headers. */
  static List<ProducerRecord<byte[], byte[]>> numbered(String topic, int from, int to) {
    return Envelopes.range(from, to).stream()
        .map(body -> record(topic, null, body, Map.of()))
        .toList();
  }

  /** Adds byte-exact converters and one task to a connector's own settings. */
  public static Map<String, String> settings(String connectorClass, Map<String, String> own) {
    Map<String, String> settings = new HashMap<>(own);
    settings.put("connector.class", connectorClass);
    settings.put("tasks.max", "1");
    for (String converter : List.of("key", "value", "header")) {
      settings.put(converter + ".converter", BYTES);
    }
    return settings;
  }

  /**
   * The same for a sink that reads a topic and that the group misses soon after a kill.
   *
   * @param maxInFlight the bound on sent but unconfirmed messages
   */
  public static Map<String, String> sinkSettings(
      String connectorClass, String topic, int maxInFlight, Map<String, String> own) {
    Map<String, String> settings = settings(connectorClass, own);
    settings.put("topics", topic);
    settings.put("max.in.flight.messages", Integer.toString(maxInFlight));
    settings.put("reconnect.backoff.max.ms", "1000");
    settings.put("consumer.override.session.timeout.ms", "6000");
    settings.put("consumer.override.heartbeat.interval.ms", "1000");
    return settings;
  }

  /** The offset that a sink has committed for the one partition of a topic; 0 for none. */
  public long committed(String connector, String topic) throws Exception {
    try (Admin admin = kafka.admin()) {
      OffsetAndMetadata offset =
          admin
              .listConsumerGroupOffsets("connect-" + connector)
              .partitionsToOffsetAndMetadata()
              .get(LIMIT.toSeconds(), TimeUnit.SECONDS)
              .get(new TopicPartition(topic, 0));
      return offset == null ? 0 : offset.offset();
    }
  }

  /** Waits until a sink has committed exactly this offset. */
  public void awaitCommitted(String connector, String topic, long offset) {
    Await.until(
        "sink " + connector + " has committed offset " + offset,
        LIMIT,
        () -> committed(connector, topic) == offset);
  }

  @Override
  public void close() {
    producer.close();
    worker.close();
    kafka.close();
  }
}
