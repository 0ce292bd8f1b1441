package com.babelqueue.connect.benchmark.bridge;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.HarnessException;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka in this JVM, a broker, a worker and the bare loops in JVMs of their own. One thread. */
final class Stage implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(3);
  private static final String CONNECTOR = "benched";

  private final KafkaServer kafka;
  private final Admin admin;
  private final BenchedBroker broker;
  private final ConnectWorkerProcess worker;
  private final BareProcess bare;

  Stage(BenchedBroker broker, String heap) {
    this.broker = broker;
    this.kafka = KafkaServer.start();
    this.admin = kafka.admin();
    this.worker =
        ConnectWorkerProcess.start(
            WorkerSettings.of(kafka)
                .withPlugin(
                    PluginJar.of("source-connectors/" + broker.name()),
                    PluginJar.of("sink-connectors/" + broker.name())),
            heap,
            List.of());
    this.bare = new BareProcess(heap, kafka.bootstrapServers(), broker.address());
  }

  /** How much processor time the worker has used since it was started. */
  Duration workerCpu() {
    return ProcessHandle.of(worker.pid())
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** A full queue runs into a topic, through the connector. */
  long connectorSource(String run, int count, int tasks) throws Exception {
    String topic = prepareSource(run, count);
    Map<String, String> settings = new HashMap<>(broker.sourceSettings(run));
    settings.put("kafka.topic", topic);
    long begin = launch(settings, tasks);
    await("topic " + topic + " is full", () -> end(topic) >= count);
    await("queue " + run + " is settled", () -> broker.depth(run) == 0);
    long took = System.nanoTime() - begin;
    worker.rest().delete(CONNECTOR);
    await("nothing came back to queue " + run, () -> broker.depth(run) == 0);
    return took;
  }

  /** A full queue runs into a topic, by the bare loop. */
  long bareSource(String run, int count) throws Exception {
    String topic = prepareSource(run, count);
    long took = bare.run("source", run, topic, count);
    await("topic " + topic + " is full", () -> end(topic) >= count);
    await("queue " + run + " is settled", () -> broker.depth(run) == 0);
    return took;
  }

  /** A full topic runs into a queue, through the connector. */
  long connectorSink(String run, int count, int tasks) throws Exception {
    String topic = prepareSink(run, count);
    Map<String, String> settings = new HashMap<>(broker.sinkSettings(run));
    settings.put("topics", topic);
    long begin = launch(settings, tasks);
    await("queue " + run + " is full", () -> broker.depth(run) >= count);
    long took = System.nanoTime() - begin;
    worker.rest().delete(CONNECTOR);
    return took;
  }

  /** A full topic runs into a queue, by the bare loop. */
  long bareSink(String run, int count) throws Exception {
    String topic = prepareSink(run, count);
    long took = bare.run("sink", run, topic, count);
    await("queue " + run + " is full", () -> broker.depth(run) >= count);
    return took;
  }

  private String prepareSource(String run, int count) throws Exception {
    kafka.createTopic(run, 1, Map.of());
    broker.createQueue(run);
    broker.fill(run, Envelopes.SMALL, count);
    return run;
  }

  private String prepareSink(String run, int count) throws Exception {
    kafka.createTopic(run, 1, Map.of());
    broker.createQueue(run);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrapServers(), "linger.ms", "20"),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      for (int i = 0; i < count; i++) {
        producer.send(new ProducerRecord<>(run, Envelopes.SMALL));
      }
    }
    return run;
  }

  /** Starts the connector; the moment at which it was seen to run, in nanoseconds. */
  private long launch(Map<String, String> settings, int tasks) throws Exception {
    ConnectRest rest = worker.rest();
    settings.put("tasks.max", Integer.toString(tasks));
    await("the last connector is gone", () -> rest.connectors().isEmpty());
    rest.put(CONNECTOR, settings);
    await("the connector runs", () -> runs(rest));
    return System.nanoTime();
  }

  private static boolean runs(ConnectRest rest) {
    try {
      List<?> tasks = rest.status(CONNECTOR).tasks();
      return !tasks.isEmpty() && rest.status(CONNECTOR).allIn("RUNNING", tasks.size());
    } catch (HarnessException e) {
      // Not known yet.
      return false;
    }
  }

  private long end(String topic) throws InterruptedException, ExecutionException {
    TopicPartition partition = new TopicPartition(topic, 0);
    return admin
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .get()
        .offset();
  }

  private static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException("not within " + LIMIT + ": " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  @Override
  public void close() {
    bare.close();
    worker.close();
    admin.close(Duration.ofSeconds(5));
    kafka.close();
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }
}
