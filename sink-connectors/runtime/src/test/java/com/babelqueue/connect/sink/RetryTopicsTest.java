package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static com.babelqueue.connect.sink.Refusals.body;
import static com.babelqueue.connect.sink.Refusals.refuse;
import static com.babelqueue.connect.sink.Refusals.scan;
import static com.babelqueue.connect.sink.Refusals.settings;
import static com.babelqueue.connect.sink.ScriptedKafka.header;
import static com.babelqueue.connect.sink.ScriptedKafka.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A refused delivery waits in the topic of its tier, and dies after its last attempt (4.2). */
class RetryTopicsTest {
  private final ScriptedKafka kafka = new ScriptedKafka();

  /** RTY-1 and RTY-3, with attempts before as the body has them. */
  @ParameterizedTest
  @CsvSource({
    "5s,-1,1,5000",
    "5s,0,1,5000",
    "5s,1,1,5000",
    "5s,9,1,5000",
    "'5s,30s,5m,30m',-1,1,5000",
    "'5s,30s,5m,30m',0,1,5000",
    "'5s,30s,5m,30m',1,2,30000",
    "'5s,30s,5m,30m',2,3,300000",
    "'5s,30s,5m,30m',3,4,1800000",
    "'5s,30s,5m,30m',9,4,1800000",
    "'30m,5s,5m,30s',0,1,5000",
    "'30m,5s,5m,30s',2,3,300000"
  })
  void theTierFollowsFromTheAttemptsBefore(String tiers, int before, int tier, String delay) {
    refuse(kafka, body(before), SinkConfig.RETRY_TIERS, tiers, SinkConfig.MAX_ATTEMPTS, "100");

    ProducerRecord<byte[], byte[]> retry = kafka.only();
    int next = Math.max(before, 0) + 1;
    assertThat(retry.topic()).isEqualTo("orders.retry." + tier);
    assertThat(header(retry, "bq-delay")).isEqualTo(delay);
    assertThat(header(retry, "bq-attempts")).isEqualTo(Integer.toString(next));
    assertThat(header(retry, "bq-original-topic")).isEqualTo("orders");
    assertThat(text(retry.value()))
        .isEqualTo(body(before).replace("\"attempts\":" + before, "\"attempts\":" + next));
  }

  /** ATT-2: next = attempts + 1, and only below the maximum there is another attempt. */
  @ParameterizedTest
  @CsvSource({
    "1,0,orders.dlq,1",
    "1,-1,orders.dlq,1",
    "3,0,orders.retry.1,1",
    "3,1,orders.retry.2,2",
    "3,2,orders.dlq,3",
    "3,9,orders.dlq,10",
    "3,2147483647,orders.dlq,2147483647"
  })
  void theLastAttemptEndsInTheDeadLetterTopic(int max, int before, String topic, int attempts) {
    refuse(kafka, body(before), SinkConfig.MAX_ATTEMPTS, Integer.toString(max));

    assertThat(kafka.only().topic()).isEqualTo(topic);
    assertThat(scan(kafka.only()).attempts()).isEqualTo(attempts);
    assertThat(header(kafka.only(), "bq-attempts")).isEqualTo(Integer.toString(attempts));
    assertThat(scan(kafka.only()).deadLetterReason())
        .isEqualTo(topic.endsWith(".dlq") ? "failed" : null);
  }

  /** KFK-4: the header counts, even if it is lower. */
  @Test
  void attemptsBeforeComeFromTheHeader() {
    refuse(kafka, body(7), SinkConfig.MAX_ATTEMPTS, "4", "bq-attempts", "1");

    assertThat(kafka.only().topic()).isEqualTo("orders.retry.2");
    assertThat(scan(kafka.only()).attempts()).isEqualTo(2);
    assertThat(header(kafka.only(), "bq-attempts")).isEqualTo("2");
  }

  @Test
  void theOriginalTopicOfTheRecordNamesTheTopics() {
    refuse(kafka, body(0), "bq-original-topic", "work");
    refuse(kafka, body(2), "bq-original-topic", "work");

    assertThat(kafka.topics()).containsExactly("work.retry.1", "work.dlq");
    assertThat(kafka.holds)
        .allSatisfy(record -> assertThat(header(record, "bq-original-topic")).isEqualTo("work"));
  }

  /** A forged header neither stops a task nor sends records round. */
  @ParameterizedTest
  @CsvSource({"no topic", "work.dlq", "work.retry.2", "''", "."})
  void anOriginalTopicThatIsNoWorkTopicCountsAsNone(String named) {
    refuse(kafka, body(0), "bq-original-topic", named);

    assertThat(kafka.only().topic()).isEqualTo("orders.retry.1");
    assertThat(header(kafka.only(), "bq-original-topic")).isEqualTo("orders");
  }

  @Test
  void anOriginalTopicTooLongForItsRetryTopicsIsStillNamedForTheWayBack() {
    String named = "w".repeat(245);

    refuse(kafka, body(0), "bq-original-topic", named);

    assertThat(kafka.only().topic()).isEqualTo("orders.retry.1");
    assertThat(header(kafka.only(), "bq-original-topic")).isEqualTo(named);
  }

  @Test
  void aTopicTooLongForRetryTopicsFailsTheTaskAndNamesTheSetting() {
    TopicPartition consumed = new TopicPartition("w".repeat(245), 0);
    SinkWalk walk = SinkWalk.writingTo(kafka, settings()).open(consumed);
    walk.sender.script("a", send -> send.refused("full", "no room"));

    assertThatThrownBy(() -> walk.putAndCallAgain(Records.of(consumed, 0, "a")))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("offset 0")
        .hasMessageContaining(SinkConfig.RETRY_TIERS);
    assertThat(walk.committable(consumed)).isZero();
  }

  @Test
  void retriesAreCountedPerTopicAndDoNotHoldTheLane() {
    SinkWalk walk = SinkWalk.writingTo(kafka, settings()).open(ORDERS_0);
    walk.sender.script("b", send -> send.refused("full", "no room"));

    walk.put(Records.of(ORDERS_0, 0, "a", "b", "c"));
    walk.put(Records.of(ORDERS_0, 3, "d"));

    assertThat(walk.sender.holds).containsExactly("orders:a", "orders:c", "orders:d");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(4);
    assertThat(walk.metrics.getRetriedToTier()).containsExactly(Map.entry("orders", 1L));
    assertThat(walk.metrics.getDeadLettered()).isEmpty();
    assertThat(walk.metrics.getFaults()).isZero();
  }

  @Test
  void aDestinationRecoversThoughOneOfItsMessagesWentToARetryTopic() {
    SinkWalk walk = SinkWalk.writingTo(kafka, settings()).open(ORDERS_0);
    walk.sender.script("a", send -> send.refused("full", "no room"));
    walk.sender.script("b", send -> send.retry("busy"));

    walk.put(Records.of(ORDERS_0, 0, "a", "b"));
    walk.pass(Duration.ofMinutes(1));
    walk.putAgain();

    assertThat(walk.sender.holds).containsExactly("orders:b");
    assertThat(walk.committable(ORDERS_0)).isEqualTo(2);
  }

  @Test
  void withoutTiersARefusedDeliveryIsMadeAgainByTheTask() {
    SinkWalk walk = SinkWalk.writingTo(kafka).open(ORDERS_0);
    walk.sender.script("a", send -> send.refused("full", "no room"));

    walk.put(Records.of(ORDERS_0, 0, "a"));
    walk.pass(Duration.ofMinutes(1));
    walk.putAgain();

    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(kafka.begun).isZero();
  }

  @Test
  void whatTheBrokerCannotTakeForTheMomentCostsNoAttempt() {
    SinkWalk walk = SinkWalk.writingTo(kafka, settings()).open(ORDERS_0);
    IntStream.range(0, 5).forEach(i -> walk.sender.script("a", send -> send.retry("busy")));

    walk.put(Records.of(ORDERS_0, 0, "a"));
    IntStream.range(0, 5)
        .forEach(
            i -> {
              walk.pass(Duration.ofMinutes(1));
              walk.putAgain();
            });

    assertThat(walk.sender.holds).containsExactly("orders:a");
    assertThat(kafka.begun).isZero();
  }
}
