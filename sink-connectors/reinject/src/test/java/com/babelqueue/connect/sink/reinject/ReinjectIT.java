package com.babelqueue.connect.sink.reinject;

import static com.babelqueue.connect.harness.RecordText.headers;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.LIMIT;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.LogCapture;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Re-injection by the plugin jar in a real worker. */
class ReinjectIT {
  private static ReinjectCluster cluster;

  @BeforeAll
  static void start() {
    cluster = ReinjectCluster.start();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void everyRecordIsCarriedByteForByte() throws Exception {
    cluster.createTopics("bytes", "bytes.retry.1");
    byte[] garbage = {0, (byte) 0xff, '{', (byte) 0xc3};
    Header[] fifty = new Header[52];
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      fifty[i + 1] = header("h" + i % 9, i == 20 ? null : "0" + i);
      kept.add("h" + i % 9 + "=" + (i == 20 ? null : "0" + i));
    }
    fifty[0] = header("bq-delay", "200");
    fifty[51] = header("bq-original-topic", "bytes");
    cluster.write("bytes.retry.1", garbage, garbage, fifty);
    cluster.write("bytes.retry.1", new byte[0], null);
    cluster.write("bytes.retry.1", null, new byte[0]);

    cluster.run("bytes-back", settings("bytes.retry.1", "retry.tiers", "200ms"));
    List<ConsumerRecord<byte[], byte[]>> back = cluster.read("bytes", 3);

    assertThat(back).hasSize(3);
    assertThat(back.get(0).key()).isEqualTo(garbage);
    assertThat(back.get(0).value()).isEqualTo(garbage);
    assertThat(headers(back.get(0))).isEqualTo(kept);
    assertThat(back.get(1).key()).isNotNull().isEmpty();
    assertThat(back.get(1).value()).isNull();
    assertThat(back.get(1).headers()).isEmpty();
    assertThat(back.get(2).key()).isNull();
    assertThat(back.get(2).value()).isNotNull().isEmpty();
    awaitReinjected("bytes-back", "bytes", 3);
    cluster.rest().delete("bytes-back");
  }

  private static void awaitReinjected(String connector, String topic, long count) throws Exception {
    ObjectName name =
        new ObjectName(
            "babelqueue.connect:type=reinject-task,connector="
                + ObjectName.quote(connector)
                + ",task=0");
    Await.until(
        "JMX counts " + count + " re-injected records",
        LIMIT,
        () -> {
          TabularData counts =
              (TabularData)
                  ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Reinjected");
          return counts.get(new Object[] {topic}).get("value").equals(count);
        });
  }

  @Test
  void aWaitLongerThanThePollIntervalEvictsNobody() throws Exception {
    cluster.createTopics("patient", "patient.retry.1");
    cluster.run(
        "patient-back",
        settings(
            "patient.retry.1",
            "retry.tiers",
            "12s",
            "consumer.override.max.poll.interval.ms",
            "4000",
            "consumer.override.session.timeout.ms",
            "3000",
            "consumer.override.heartbeat.interval.ms",
            "500"));
    Set<String> before =
        Await.value(
            "the task has its partition",
            LIMIT,
            () -> {
              Set<String> members = members("connect-patient-back");
              return members.isEmpty()
                  ? java.util.Optional.empty()
                  : java.util.Optional.of(members);
            });
    cluster.write("patient.retry.1", "late");

    ConsumerRecord<byte[], byte[]> back = cluster.read("patient", 1).get(0);

    assertThat(text(back.value())).isEqualTo("late");
    assertThat(members("connect-patient-back")).isEqualTo(before);
    assertThat(cluster.readToEnd("patient")).hasSize(1);
    cluster.rest().delete("patient-back");
  }

  /** The members that have a partition; an evicted one comes back under another id. */
  private static Set<String> members(String group) throws Exception {
    try (Admin admin = cluster.kafka().admin()) {
      Set<String> members = new TreeSet<>();
      admin
          .describeConsumerGroups(List.of(group))
          .all()
          .get(30, TimeUnit.SECONDS)
          .get(group)
          .members()
          .stream()
          .filter(member -> !member.assignment().topicPartitions().isEmpty())
          .forEach(member -> members.add(member.consumerId()));
      return members;
    }
  }

  @Test
  void aWorkTopicThatIsMissingHoldsUpOnlyItsOwnRecords() {
    cluster.createTopics("lost.retry.1", "found", "found.retry.1");
    cluster.write("lost.retry.1", "to lost");
    cluster.run("half-back", settings("lost.retry.1,found.retry.1", "retry.tiers", "100ms"));
    cluster.write("found.retry.1", "to found");

    assertThat(cluster.read("found", 1)).hasSize(1);
    cluster.createTopics("lost");
    assertThat(cluster.read("lost", 1)).extracting(r -> text(r.value())).containsExactly("to lost");
    cluster.rest().delete("half-back");
  }

  @Test
  void recordsThatAreDueWhileKafkaIsDownComeBackInOrder() {
    cluster.createTopics("steady", "steady.retry.1");
    cluster.run("steady-back", settings("steady.retry.1", "retry.tiers", "2s"));
    List<String> parked = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      parked.add("record " + i);
      cluster.write("steady.retry.1", parked.get(i));
    }

    cluster.kafka().restart();

    List<String> back = new ArrayList<>();
    cluster.read("steady", parked.size()).forEach(record -> back.add(text(record.value())));
    assertThat(back.stream().distinct()).containsExactlyElementsOf(parked);
    cluster.rest().delete("steady-back");
  }

  @Test
  void missingRetryTopicsAreCreatedWithTheClockOfTheBroker() throws Exception {
    cluster.kafka().createTopic("made", 3, Map.of());
    Map<String, String> settings =
        settings("made.retry.1,made.retry.2", "retry.tiers", "100ms,200ms");
    assertThat(cluster.rest().validate(ReinjectCluster.CONNECTOR, settings))
        .extracting(ConfigErrors::key)
        .containsExactly("topics");
    settings.put("retry.topics.create", "true");
    assertThat(cluster.rest().validate(ReinjectCluster.CONNECTOR, settings)).isEmpty();

    cluster.run("made-back", settings);

    try (Admin admin = cluster.kafka().admin()) {
      for (String topic : List.of("made.retry.1", "made.retry.2")) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        assertThat(
                admin
                    .describeConfigs(List.of(resource))
                    .all()
                    .get(30, TimeUnit.SECONDS)
                    .get(resource)
                    .get("message.timestamp.type")
                    .value())
            .isEqualTo("LogAppendTime");
        assertThat(
                admin
                    .describeTopics(List.of(topic))
                    .allTopicNames()
                    .get(30, TimeUnit.SECONDS)
                    .get(topic)
                    .partitions())
            .hasSize(3);
      }
    }
    cluster.write("made.retry.2", "back");
    assertThat(cluster.read("made", 1)).hasSize(1);
    cluster.rest().delete("made-back");
  }

  @Test
  void retryTopicsWithTheClockOfTheirProducersAreWarnedAbout() {
    cluster.kafka().createTopic("slow", 1, Map.of());
    cluster.kafka().createTopic("slow.retry.1", 1, Map.of());
    cluster.createTopics("slow.retry.2");
    try (LogCapture log = LogCapture.of("message.timestamp.type=CreateTime")) {
      cluster.run("slow-back", settings("slow.retry.1,slow.retry.2", "retry.tiers", "1ms,2ms"));

      Await.until("the warning is logged", LIMIT, () -> !log.lines().isEmpty());
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("WARN", "slow-back", "slow.retry.1")
          .doesNotContain("slow.retry.2");
    }
    cluster.rest().delete("slow-back");
  }

  @Test
  void aTopicThatIsNoRetryTopicFailsTheTaskByName() {
    cluster.createTopics("odd.retry.9");
    cluster.write("odd.retry.9", "x");
    Map<String, String> settings = settings("", "retry.tiers", "1ms");
    settings.remove("topics");
    settings.put("topics.regex", "odd\\..*");

    cluster.rest().put("odd-back", settings);

    assertThat(cluster.rest().awaitTaskFailed("odd-back", LIMIT))
        .contains("retry.tiers", "odd.retry.9");
    cluster.rest().delete("odd-back");
  }

  private static Map<String, String> settings(String topics, String... pairs) {
    return ReinjectCluster.settings(cluster.kafka(), topics, pairs);
  }
}
