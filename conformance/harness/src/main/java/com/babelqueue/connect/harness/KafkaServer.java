package com.babelqueue.connect.harness;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A real Kafka node (broker and KRaft controller in one) inside this JVM, on free loopback ports
 * and in a private directory. Topics are created on first use, so that dead-letter topics appear by
 * themselves; {@code auto.create.topics.enable=false} among the overrides turns that off.
 *
 * <p>{@link #stop} and {@link #restart} make an outage: the node comes back on the same port with
 * the same data. The methods are meant for one test thread; the node itself serves any client.
 */
public final class KafkaServer implements AutoCloseable {
  private static final int NODE_ID = 1;
  private static final long ADMIN_SECONDS = 30;

  private final TempDirectory directory;
  private final Properties properties;
  private final String bootstrapServers;
  // Owned by the test thread; null while stopped.
  private KafkaRaftServer server;

  private KafkaServer(TempDirectory directory, Properties properties, int port) {
    this.directory = directory;
    this.properties = properties;
    this.bootstrapServers = "127.0.0.1:" + port;
  }

  /** Starts a node with the harness's settings. */
  public static KafkaServer start() {
    return start(Map.of());
  }

  /**
   * Starts a node.
   *
   * @param overrides broker settings that win over the harness's own; empty for none
   */
  public static KafkaServer start(Map<String, String> overrides) {
    TempDirectory directory = TempDirectory.create("kafka");
    try {
      int port = FreePorts.next();
      Properties properties = brokerProperties(port, FreePorts.next(), directory);
      properties.putAll(overrides);
      format(directory.path().toString());
      KafkaServer kafka = new KafkaServer(directory, properties, port);
      kafka.startServer();
      return kafka;
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static Properties brokerProperties(int port, int controllerPort, TempDirectory data) {
    Properties p = new Properties();
    p.put("process.roles", "broker,controller");
    p.put("node.id", Integer.toString(NODE_ID));
    p.put("controller.quorum.voters", NODE_ID + "@127.0.0.1:" + controllerPort);
    p.put("controller.listener.names", "CONTROLLER");
    p.put(
        "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    p.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
    p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    p.put("log.dirs", data.path().toString());
    p.put("auto.create.topics.enable", "true");
    for (String single :
        List.of(
            "offsets.topic.replication.factor",
            "offsets.topic.num.partitions",
            "transaction.state.log.replication.factor",
            "transaction.state.log.min.isr",
            "transaction.state.log.num.partitions",
            "share.coordinator.state.topic.replication.factor",
            "share.coordinator.state.topic.min.isr",
            "share.coordinator.state.topic.num.partitions")) {
      p.put(single, "1");
    }
    p.put("group.initial.rebalance.delay.ms", "0");
    // Lets a worker declare a session short enough for a test that kills it.
    p.put("group.min.session.timeout.ms", "1000");
    // Envelopes of tests carry production times of long ago, and retention goes by record
    // timestamp.
    p.put("log.retention.ms", "-1");
    // The default cleaner buffer alone takes 128 MB of heap.
    p.put("log.cleaner.dedupe.buffer.size", "2097152");
    p.put("num.network.threads", "2");
    p.put("num.io.threads", "2");
    p.put("background.threads", "2");
    return p;
  }

  private static void format(String logDirectory) {
    PrintStream silent =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    try {
      new Formatter()
          .setPrintStream(silent)
          .setClusterId(Uuid.randomUuid().toString())
          .setNodeId(NODE_ID)
          .setControllerListenerName("CONTROLLER")
          .setMetadataLogDirectory(logDirectory)
          .addDirectory(logDirectory)
          .setReleaseVersion(MetadataVersion.latestProduction())
          .run();
    } catch (Exception e) {
      throw new HarnessException("Kafka's log directory could not be formatted", e);
    }
  }

  private void startServer() {
    KafkaRaftServer starting =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    try {
      starting.startup();
    } catch (RuntimeException e) {
      starting.shutdown();
      throw new HarnessException("Kafka did not start on " + bootstrapServers, e);
    }
    server = starting;
  }

  /** Returns host and port for clients; the same before and after an outage. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Creates a topic with one replica.
   *
   * @param config topic settings such as {@code retention.ms}; empty for the broker's defaults
   */
  public void createTopic(String name, int partitions, Map<String, String> config) {
    try (Admin admin = admin()) {
      NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(config);
      join("topic " + name + " is created", admin.createTopics(List.of(topic)).all());
    }
  }

  /** Returns the names of the topics that exist, Kafka's internal ones left out. */
  public Set<String> topics() {
    try (Admin admin = admin()) {
      return join("topics are listed", admin.listTopics().names());
    }
  }

  /**
   * Opens a client for what the harness's own methods leave out; the caller closes it.
   *
   * @return a client with a request limit of 30 seconds
   */
  public Admin admin() {
    return Admin.create(
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) TimeUnit.SECONDS.toMillis(ADMIN_SECONDS)));
  }

  /** Opens a reader of a topic from its beginning that also sees uncommitted records. */
  public TopicReader reader(String topic) {
    return new TopicReader(bootstrapServers, topic, "read_uncommitted");
  }

  /** Opens a reader of a topic from its beginning that sees committed records only. */
  public TopicReader committedReader(String topic) {
    return new TopicReader(bootstrapServers, topic, "read_committed");
  }

  /** Opens a producer of raw records. */
  public TopicWriter writer() {
    return new TopicWriter(bootstrapServers);
  }

  /** Stops the node and keeps its data, so that clients see an outage; nothing when stopped. */
  public void stop() {
    if (server != null) {
      server.shutdown();
      server.awaitShutdown();
      server = null;
    }
  }

  /** Starts the node on the same port with the same data, after stopping it where it runs. */
  public void restart() {
    stop();
    startServer();
  }

  /** Stops the node and removes its data. */
  @Override
  public void close() {
    try {
      stop();
    } finally {
      directory.close();
    }
  }

  private static <T> T join(String what, KafkaFuture<T> future) {
    try {
      return future.get(ADMIN_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted before " + what, e);
    } catch (ExecutionException e) {
      throw new HarnessException("not done: " + what, e.getCause());
    } catch (TimeoutException e) {
      throw new HarnessException("not within " + ADMIN_SECONDS + " s: " + what, e);
    }
  }
}
