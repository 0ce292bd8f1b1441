package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * What lies between two peers: Kafka, a worker with the plugin jar of every connector, and the
 * brokers, which start while the worker does. Started once for all tests. One test thread.
 */
final class InteropCluster implements AutoCloseable {
  /** Generous, since it is only spent where a test fails. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private static final long BROKER_SECONDS = 180;
  private static final String BYTES = "org.apache.kafka.connect.converters.ByteArrayConverter";

  private final Map<BrokerKind, Future<BrokerAccess>> brokers = new EnumMap<>(BrokerKind.class);
  private final KafkaServer kafka;
  private final ConnectWorker worker;

  private InteropCluster() {
    ExecutorService starters = Executors.newFixedThreadPool(2);
    for (BrokerKind kind : BrokerKind.values()) {
      brokers.put(kind, starters.submit(kind::start));
    }
    starters.shutdown();
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(WorkerSettings.of(kafka).withPlugin(plugins()));
  }

  private static Path[] plugins() {
    List<Path> jars = new ArrayList<>();
    for (BrokerKind kind : BrokerKind.values()) {
      jars.add(PluginJar.of("source-connectors/" + kind.label()));
      jars.add(PluginJar.of("sink-connectors/" + kind.label()));
    }
    jars.add(PluginJar.of("sink-connectors/reinject"));
    return jars.toArray(Path[]::new);
  }

  /** A broker, waited for until it has started. */
  BrokerAccess broker(BrokerKind kind) {
    try {
      return brokers.get(kind).get(BROKER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted before " + kind + " started", e);
    } catch (ExecutionException e) {
      throw new AssertionError(kind + " did not start", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError(kind + " did not start within " + BROKER_SECONDS + " s", e);
    }
  }

  KafkaServer kafka() {
    return kafka;
  }

  /** Where an SDK finds Kafka. */
  Address kafkaAddress() {
    return Address.of("kafka://" + kafka.bootstrapServers());
  }

  /** Makes topics of one partition, so that SDKs meet records in the order of their writing. */
  void createTopics(String... names) {
    for (String name : names) {
      kafka.createTopic(name, 1, Map.of());
    }
  }

  /** The first records of a topic, waited for until there are so many. */
  List<ConsumerRecord<byte[], byte[]>> records(String topic, int count) {
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  ConnectRest rest() {
    return worker.rest();
  }

  /** Starts a source from a broker's queue to a topic. */
  void startSource(String name, BrokerAccess broker, String queue, String topic) {
    Map<String, String> settings = broker.source(queue);
    settings.put("kafka.topic", topic);
    start(name, settings);
  }

  /** Starts a sink from a topic to a broker's queue, with more pairs of settings. */
  void startSink(String name, BrokerAccess broker, String topic, String queue, String... pairs) {
    Map<String, String> settings = broker.sink(queue);
    settings.put("topics", topic);
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    start(name, settings);
  }

  /** Starts the connector that carries records back, in one of its modes. */
  void startReinjector(String name, String mode, String topics, String... pairs) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("connector.class", "com.babelqueue.connect.sink.reinject.ReinjectSinkConnector");
    settings.put("mode", mode);
    settings.put("topics", topics);
    settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
    for (int i = 0; i < pairs.length; i += 2) {
      settings.put(pairs[i], pairs[i + 1]);
    }
    start(name, settings);
  }

  private void start(String name, Map<String, String> settings) {
    settings.put("tasks.max", "1");
    settings.put("key.converter", BYTES);
    settings.put("value.converter", BYTES);
    settings.put("header.converter", BYTES);
    rest().put(name, settings);
    rest().awaitRunning(name, 1, LIMIT);
  }

  @Override
  public void close() {
    worker.close();
    kafka.close();
    for (BrokerKind kind : BrokerKind.values()) {
      broker(kind).close();
    }
  }

  /**
   * Starts the cluster for the first test that asks for it and ends it after the last. Where the
   * Python SDK is not installed it hands out null and starts nothing: a test's own field {@code
   * Sdk.python()} aborts it then. (What aborts in here would count as a failure.)
   */
  static final class Shared implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == InteropCluster.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      if (!Sdk.isInstalled("python")) {
        return null;
      }
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(InteropCluster.class))
          .getOrComputeIfAbsent(
              InteropCluster.class,
              key -> {
                System.out.println("[interop] Python SDK: " + Sdk.python().versions());
                return new InteropCluster();
              },
              InteropCluster.class);
    }
  }
}
