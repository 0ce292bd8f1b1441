package com.babelqueue.connect.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The whole task with its real threads, called as Connect calls it. */
class BridgeSourceTaskTest {
  private static final RecordMetadata IN_KAFKA =
      new RecordMetadata(new TopicPartition("orders", 0), 0, 0, 0, 0, 0);
  private static final int PATIENCE = 60;

  private final ScriptedBroker broker =
      new ScriptedBroker(System::nanoTime).withSettlementBatch(50);
  private final ScriptedTask task = new ScriptedTask(broker);

  @AfterEach
  void stop() {
    task.stop();
  }

  @Test
  void everythingCrossesInOrderAndIsSettled() throws Exception {
    broker.sendMany(5_000);
    List<String> expected = broker.readyBodies();
    task.start(TestSourceConfig.settings());

    List<String> seen = new ArrayList<>();
    while (seen.size() < 5_000) {
      List<SourceRecord> records = pollSome();
      seen.addAll(EngineWalk.bodies(records));
      records.forEach(record -> task.commitRecord(record, IN_KAFKA));
    }
    task.stop();

    assertThat(seen).isEqualTo(expected);
    assertThat(broker.settledBodies()).hasSize(5_000);
    assertThat(broker.readyCount() + broker.unackedCount()).isZero();
  }

  @Test
  void aStopHandsBackWhatKafkaHasNot() throws Exception {
    broker.sendMany(20);
    task.start(TestSourceConfig.settings());
    List<SourceRecord> records = new ArrayList<>();
    while (records.size() < 20) {
      records.addAll(pollSome());
    }
    records.subList(0, 8).forEach(record -> task.commitRecord(record, IN_KAFKA));

    task.stop();

    assertThat(broker.settledBodies()).isEqualTo(EngineWalk.bodies(records.subList(0, 8)));
    assertThat(broker.readyBodies()).isEqualTo(EngineWalk.bodies(records.subList(8, 20)));
  }

  @Test
  void anOutageInBetweenLosesNothing() throws Exception {
    broker.sendMany(100);
    List<String> expected = broker.readyBodies();
    task.start(TestSourceConfig.settings(ConnectionKeys.RECONNECT_BACKOFF, "1"));

    List<String> seen = new ArrayList<>();
    boolean lost = false;
    while (broker.settledBodies().size() < 100) {
      List<SourceRecord> records = pollOnce();
      seen.addAll(EngineWalk.bodies(records));
      if (!lost && !records.isEmpty()) {
        broker.loseSession();
        lost = true;
      }
      records.forEach(record -> task.commitRecord(record, IN_KAFKA));
    }

    assertThat(seen).containsAll(expected);
  }

  @Test
  void aMisconfigurationComesOutOfPoll() throws Exception {
    broker.failOpen(BrokerException.misconfigured("scripted.address", "wrong", null));
    task.start(TestSourceConfig.settings());

    assertThatThrownBy(this::pollSome)
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("scripted.address");
  }

  @Test
  void countersShowOverJmxWhileTheTaskRuns() throws Exception {
    ObjectName name =
        new ObjectName("babelqueue.connect:type=source-task,connector=\"bridge\",task=0");
    broker.sendMany(3);
    task.start(TestSourceConfig.settings());
    pollSome();

    assertThat(ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Received"))
        .isEqualTo(3L);
    task.stop();
    assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(name)).isFalse();
  }

  @Test
  void aDuplicateIsSettledWithoutARecordAndShowsOverJmx() throws Exception {
    ObjectName name =
        new ObjectName("babelqueue.connect:type=source-task,connector=\"bridge\",task=0");
    broker.send(TestEnvelopes.identified("A", 1));
    task.start(TestSourceConfig.settings("idempotency.store", "memory"));
    pollSome().forEach(record -> task.commitRecord(record, IN_KAFKA));
    for (int i = 0; i < PATIENCE && broker.settledBodies().isEmpty(); i++) {
      pollOnce();
    }
    broker.send(TestEnvelopes.identified("A", 2));
    broker.send(TestEnvelopes.identified("B", 3));

    assertThat(EngineWalk.bodies(pollSome())).containsExactly(TestEnvelopes.identified("B", 3));
    TabularData counts =
        (TabularData) ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Deduplicated");
    assertThat(counts.get(new Object[] {"orders"}).get("value")).isEqualTo(1L);
  }

  private List<SourceRecord> pollOnce() throws InterruptedException {
    List<SourceRecord> records = task.poll();
    return records == null ? List.of() : records;
  }

  private List<SourceRecord> pollSome() throws InterruptedException {
    for (int i = 0; i < PATIENCE; i++) {
      List<SourceRecord> records = task.poll();
      if (records != null) {
        return records;
      }
    }
    throw new AssertionError("nothing came in " + PATIENCE + " polls");
  }

  private static final class ScriptedTask extends BridgeSourceTask {
    private final ScriptedBroker broker;

    ScriptedTask(ScriptedBroker broker) {
      this.broker = broker;
    }

    @Override
    protected SourceConfig configure(Map<String, String> props) {
      return new TestSourceConfig(props);
    }

    @Override
    protected BrokerBinding binding() {
      return EngineWalk.BINDING;
    }

    @Override
    protected Receiver receiver(SourceConfig config, Clock clock) {
      return broker;
    }
  }
}
