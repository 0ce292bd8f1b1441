package com.babelqueue.connect.contract;

import static com.babelqueue.connect.harness.RecordText.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The promises of every source (DESIGN section 4), checked on the built plugin jar in a real worker
 * against a real broker. A broker's module subclasses it and names its {@link SourcePeer}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SourceContract {
  /** Generous, since it is only spent where a test fails. */
  private static final Duration LIMIT = Duration.ofSeconds(90);

  /** Far below any lock of the brokers under test, so that only a hand-back can meet it. */
  private static final Duration HAND_BACK_LIMIT = Duration.ofSeconds(2);

  private static final int IN_FLIGHT = 200;
  private static final int MANY = 5_000;

  private SourcePeer peer;
  private KafkaServer kafka;
  private ConnectWorker worker;

  /** Starts the broker, or finds it, and announces it. */
  protected abstract SourcePeer startPeer() throws Exception;

  @BeforeAll
  final void start() throws Exception {
    peer = startPeer();
    kafka = KafkaServer.start();
    worker =
        ConnectWorker.start(
            WorkerSettings.of(kafka)
                .withPlugin(PluginJar.underTest())
                // A stop waits this long for acknowledgements that a test holds back.
                .withProperty("offset.flush.timeout.ms", "500"));
  }

  @AfterAll
  final void stop() throws Exception {
    if (worker != null) {
      worker.close();
    }
    if (kafka != null) {
      kafka.close();
    }
    if (peer != null) {
      peer.close();
    }
  }

  @Test
  void aMessageArrivesAsTheContractSays() throws Exception {
    connect("plain");
    peer.send("plain", List.of(Envelopes.of(7)));

    ConsumerRecord<byte[], byte[]> record = read("plain", 1).get(0);

    assertThat(record.value()).asString(UTF_8).isEqualTo(Envelopes.of(7));
    assertThat(record.timestamp()).isEqualTo(Envelopes.createdAt());
    assertThat(record.key()).isNull();
    assertThat(headers(record))
        .containsExactly(
            "bq-job=urn:babel:orders:created",
            "bq-trace-id=6f1c2a52-9f0e-4d27-8a51-000000000007",
            "bq-message-id=0b54b1f2-0000-4000-8000-000000000007",
            "bq-schema-version=1",
            "bq-source-lang=php",
            "bq-attempts=0");
    awaitEmpty("plain");
    rest().delete("plain");
  }

  @Test
  void nothingIsLostOverRestartsAndADroppedConnection() throws Exception {
    peer.createQueue("many");
    kafka.createTopic("many", 1, Map.of());
    peer.send("many", Envelopes.range(0, MANY));
    try (TcpProxy proxy = TcpProxy.to(peer.address().getHostString(), peer.address().getPort());
        TopicReader reader = kafka.reader("many")) {
      Map<String, String> settings =
          settings("many", new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()));
      settings.put("reconnect.backoff.max.ms", "1000");
      rest().put("many", settings);
      for (int part = 1; part <= 3; part++) {
        reader.read(part * MANY / 5, LIMIT);
        rest().restart("many", true);
      }
      reader.read(4 * MANY / 5, LIMIT);
      proxy.dropConnections();

      Set<Integer> firsts = new LinkedHashSet<>();
      reader.readUntil(
          all -> {
            all.forEach(record -> firsts.add(Envelopes.number(record)));
            return firsts.size() == MANY;
          },
          LIMIT);
      if (peer.keepsOrder()) {
        assertThat(List.copyOf(firsts))
            .as("numbers in the order of their first arrival")
            .isEqualTo(IntStream.range(0, MANY).boxed().toList());
      }
      awaitEmpty("many");
      // Graceful restarts hand back; only the dropped connection may leave duplicates.
      assertThat(reader.readToEnd(LIMIT)).hasSizeBetween(MANY, MANY + IN_FLIGHT);
    }
    rest().delete("many");
  }

  @Test
  void noMoreIsInFlightThanTheSettingAllows() throws Exception {
    int count = 3 * IN_FLIGHT;
    connectWithSilentKafka("bounded", count);

    Await.until("all slots are taken", LIMIT, () -> peer.ready("bounded") == count - IN_FLIGHT);
    stopConnector("bounded");

    assertThat(peer.take("bounded", count, LIMIT)).as("handed back").hasSize(count);
    rest().delete("bounded");
  }

  @Test
  void whatAStopHandsBackIsThereForOthersWithinTwoSeconds() throws Exception {
    // No more than there are slots: whatever another consumer gets had been in flight.
    connectWithSilentKafka("held", IN_FLIGHT);
    Await.until("all slots are taken", LIMIT, () -> peer.ready("held") == 0);
    stopConnector("held");

    assertThat(peer.take("held", IN_FLIGHT, HAND_BACK_LIMIT)).hasSize(IN_FLIGHT);
    rest().delete("held");
  }

  /** A producer that waits for a batch that never fills: Kafka stays silent, as in an outage. */
  private void connectWithSilentKafka(String queue, int messages) throws Exception {
    peer.createQueue(queue);
    kafka.createTopic(queue, 1, Map.of());
    peer.send(queue, Envelopes.range(0, messages));
    Map<String, String> settings = settings(queue, peer.address());
    settings.put("producer.override.linger.ms", "600000");
    settings.put("producer.override.batch.size", "16000000");
    settings.put("producer.override.delivery.timeout.ms", "1200000");
    rest().put(queue, settings);
    rest().awaitRunning(queue, 1, LIMIT);
  }

  private void stopConnector(String name) throws Exception {
    rest().stop(name);
    rest().awaitState(name, "STOPPED", 0, LIMIT);
  }

  @Test
  void poisonGoesToTheDeadLetterTopicByteForByte() throws Exception {
    connect("poison");
    peer.send("poison", List.of("{\"job\":\"urn:x\",", Envelopes.of(1)));

    ConsumerRecord<byte[], byte[]> dead = read("poison.dlq", 1).get(0);

    assertThat(dead.value()).asString(UTF_8).isEqualTo("{\"job\":\"urn:x\",");
    assertThat(headers(dead)).contains("bq-error-reason=malformed_json");
    assertThat(read("poison", 1).get(0).value()).asString(UTF_8).isEqualTo(Envelopes.of(1));
    awaitEmpty("poison");
    rest().delete("poison");
  }

  @Test
  void theGateRefusesBeforeDecoding() throws Exception {
    assumeTrue(peer.versionHeader() != null, "this binding has no version gate");
    connect("gate");
    peer.send("gate", Envelopes.of(1), Map.of(peer.versionHeader(), "2"));
    peer.send("gate", Envelopes.of(2), Map.of(peer.versionHeader(), "1"));

    ConsumerRecord<byte[], byte[]> refused = read("gate.dlq", 1).get(0);

    assertThat(Envelopes.number(refused)).isEqualTo(1);
    assertThat(headers(refused))
        .contains("bq-error-reason=schema_version_gate", peer.versionHeader() + "=2");
    assertThat(Envelopes.number(read("gate", 1).get(0))).isEqualTo(2);
    awaitEmpty("gate");
    rest().delete("gate");
  }

  @Test
  void aFilteredRecordIsSettled() throws Exception {
    assumeTrue(peer.carriesHeaders(), "this broker has no headers to filter by");
    peer.createQueue("filtered");
    kafka.createTopic("filtered", 1, Map.of());
    Map<String, String> settings = settings("filtered", peer.address());
    settings.put("transforms", "drop");
    settings.put("transforms.drop.type", "org.apache.kafka.connect.transforms.Filter");
    settings.put("transforms.drop.predicate", "unwanted");
    settings.put("predicates", "unwanted");
    settings.put(
        "predicates.unwanted.type", "org.apache.kafka.connect.transforms.predicates.HasHeaderKey");
    settings.put("predicates.unwanted.name", "unwanted");
    rest().put("filtered", settings);
    rest().awaitRunning("filtered", 1, LIMIT);
    peer.send("filtered", Envelopes.of(1), Map.of("unwanted", "yes"));
    peer.send("filtered", Envelopes.of(2), Map.of("traceparent", "00-1-2-01"));

    ConsumerRecord<byte[], byte[]> record = read("filtered", 1).get(0);

    assertThat(Envelopes.number(record)).isEqualTo(2);
    assertThat(headers(record)).endsWith("traceparent=00-1-2-01");
    awaitEmpty("filtered");
    rest().delete("filtered");
  }

  @Test
  void nothingIsReceivedWhilePaused() throws Exception {
    connect("paused");
    peer.send("paused", List.of(Envelopes.of(0)));
    read("paused", 1);
    awaitEmpty("paused");
    rest().pause("paused");
    rest().awaitState("paused", "PAUSED", 1, LIMIT);

    // Connect tells a task nothing of a pause; it is felt when polls stop. A probe that another
    // consumer gets shows that the connector has let go of the queue.
    int probes = 0;
    boolean free = false;
    for (; !free && probes < 30; probes++) {
      peer.send("paused", List.of(Envelopes.of(1_000 + probes)));
      free = !peer.take("paused", 1, Duration.ofSeconds(2)).isEmpty();
    }
    assertThat(free).as("another consumer gets what the paused connector leaves").isTrue();
    peer.send("paused", Envelopes.range(1, 21));
    List<String> taken = peer.take("paused", 20, LIMIT);
    assertThat(taken).hasSize(20);

    rest().resume("paused");
    peer.send("paused", Envelopes.range(21, 31));
    try (TopicReader reader = kafka.reader("paused")) {
      List<Integer> numbers = new ArrayList<>();
      reader.readUntil(
          all -> {
            numbers.clear();
            all.forEach(record -> numbers.add(Envelopes.number(record)));
            return numbers.contains(30);
          },
          LIMIT);
      assertThat(numbers).doesNotContainAnyElementsOf(IntStream.range(1, 21).boxed().toList());
    }
    awaitEmpty("paused");
    rest().delete("paused");
  }

  private void connect(String queue) throws Exception {
    peer.createQueue(queue);
    kafka.createTopic(queue, 1, Map.of());
    rest().put(queue, settings(queue, peer.address()));
    rest().awaitRunning(queue, 1, LIMIT);
  }

  private Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = new HashMap<>(peer.settings(queue, at));
    settings.put("connector.class", peer.connectorClass());
    settings.put("tasks.max", "1");
    settings.put("kafka.topic", queue);
    settings.put("max.in.flight.messages", Integer.toString(IN_FLIGHT));
    for (String converter : List.of("key", "value", "header")) {
      settings.put(
          converter + ".converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    }
    return settings;
  }

  private List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    Await.until("topic " + topic, LIMIT, () -> kafka.topics().contains(topic));
    try (TopicReader reader = kafka.reader(topic)) {
      return reader.read(count, LIMIT);
    }
  }

  private void awaitEmpty(String queue) {
    Await.until("queue " + queue + " is empty", LIMIT, () -> peer.unsettled(queue) == 0);
  }

  private ConnectRest rest() {
    return worker.rest();
  }
}
