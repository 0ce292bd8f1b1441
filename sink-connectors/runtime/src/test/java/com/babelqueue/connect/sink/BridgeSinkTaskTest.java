package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;

/** The task from start to stop, with the threads and clocks it has in a worker. */
class BridgeSinkTaskTest {
  private final ScriptedSender sender = new ScriptedSender();
  private final FakeContext context = new FakeContext();
  private final BridgeSinkTask task =
      new BridgeSinkTask() {
        @Override
        protected SinkConfig configure(Map<String, String> props) {
          return new TestSinkConfig(props);
        }

        @Override
        protected Sender sender(SinkConfig config, Clock clock) {
          return sender;
        }
      };

  @Test
  void recordsTravelAndCountersAreShownUntilTheStop() throws Exception {
    start("lifecycle");
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName name =
        new ObjectName("babelqueue.connect:type=sink-task,connector=\"lifecycle\",task=2");

    task.put(Records.of(ORDERS_0, 0, "a", "b"));

    assertThat(sender.holds).containsExactly("orders:a", "orders:b");
    assertThat(task.preCommit(Map.of(ORDERS_0, new OffsetAndMetadata(2))).get(ORDERS_0).offset())
        .isEqualTo(2);
    assertThat(beans.getAttribute(name, "Sent")).isEqualTo(2L);
    task.close(List.of(ORDERS_0));
    task.stop();
    assertThat(beans.isRegistered(name)).isFalse();
    assertThat(sender.connected).isFalse();
  }

  @Test
  void duplicatesArePassedOverWhereTheSettingsAskForIt() throws Exception {
    start("deduplicating", "idempotency.store", "memory");

    task.put(Records.of(ORDERS_0, 0, "a", "b", "a"));
    task.put(Records.of(ORDERS_0, 3, "b"));

    assertThat(sender.holds).containsExactly("orders:a", "orders:b");
    TabularData deduplicated =
        (TabularData)
            ManagementFactory.getPlatformMBeanServer()
                .getAttribute(
                    new ObjectName(
                        "babelqueue.connect:type=sink-task,connector=\"deduplicating\",task=2"),
                    "Deduplicated");
    assertThat(deduplicated.get(new Object[] {"orders"}).get("value")).isEqualTo(2L);
    task.stop();
  }

  @Test
  void aStopWithSendsOpenCommitsNothingOfThemAndCloses() {
    start("open");
    sender.mute = true;
    task.put(Records.of(ORDERS_0, 0, "a", "b"));
    Send first = sender.open.remove();
    Thread broker = new Thread(() -> sender.confirm(first));
    broker.start();

    long committed =
        task.preCommit(Map.of(ORDERS_0, new OffsetAndMetadata(2))).get(ORDERS_0).offset();
    task.close(List.of(ORDERS_0));
    task.stop();
    sender.open.remove().sent();

    assertThat(committed).isEqualTo(1);
    assertThat(sender.closed).isEqualTo(1);
  }

  @Test
  void aClientThatHangsCannotHoldUpTheStop() throws InterruptedException {
    start("hanging");
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    sender.whileClosing =
        () -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        };

    task.stop();

    interrupted.await();
    assertThat(never.getCount()).isEqualTo(1);
  }

  @Test
  void aTaskWithAClusterToWriteToLetsGoOfItInTheStop() throws InterruptedException {
    start("own", "kafka.bootstrap.servers", "127.0.0.1:1");
    Thread network = thread("kafka-producer-network-thread | own-2");

    task.put(Records.of(ORDERS_0, 0, "a"));
    task.stop();

    assertThat(sender.holds).containsExactly("orders:a");
    network.join();
  }

  @Test
  void clientSettingsThatKafkaRefusesFailTheStartAndAreNamed() {
    assertThatThrownBy(
            () ->
                start(
                    "bad",
                    "kafka.bootstrap.servers",
                    "127.0.0.1:1",
                    "kafka.client.linger.ms",
                    "secret"))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("kafka.client.*")
        .hasMessageNotContaining("secret");
  }

  @Test
  void aTaskThatNeverStartedCanBeStopped() {
    task.stop();

    assertThat(sender.closed).isZero();
  }

  private static Thread thread(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void start(String connector, String... more) {
    task.initialize(context);
    Map<String, String> settings =
        TestSinkConfig.settings("name", connector, SinkConfig.TASK_ID, "2");
    settings.putAll(TestSinkConfig.settings(more));
    settings.put("name", connector);
    task.start(settings);
    context.assignment.add(ORDERS_0);
    task.open(List.of(ORDERS_0));
  }
}
