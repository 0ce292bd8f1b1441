package com.babelqueue.connect.sink.reinject;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.harness.RecordText.headers;
import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.LogCapture;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dead letters that come back by the plugin jar in a real worker. */
class RedriveIT {
  private static final String ALIVE =
      "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"t-1\",\"data\":{\"price\":99.90},"
          + "\"meta\":{\"id\":\"m-1\",\"queue\":\"orders\",\"lang\":\"java\",\"schema_version\":1,"
          + "\"created_at\":1700000000000},\"attempts\":%d%s}";
  private static final byte[] KEY = {7, (byte) 0xff};

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
  void whatIsMeantComesBackAndTheRestIsPutBackOnce() {
    cluster.kafka().createTopic("orders", 1, Map.of());
    cluster.createTopics("orders.dlq");
    cluster.write("orders.dlq", KEY, dead("failed"), ReinjectCluster.header("traceparent", "old"));
    cluster.write("orders.dlq", KEY, dead("poison"), ReinjectCluster.header("h", "1"));
    cluster.write("orders.dlq", null, "{\"job\":".getBytes(UTF_8));
    cluster.write("orders.dlq", new byte[0], null);

    try (LogCapture log = LogCapture.of("The redrive is over")) {
      cluster.run(
          "orders-redrive",
          settings("orders.dlq", "redrive.reasons", "failed", "redrive.bypass", "true"));
      Await.until("the redrive says that it is over", LIMIT, () -> !log.lines().isEmpty());
      assertThat(log.lines().get(0)).contains("1 dead letters brought back, 3 put back");
    }

    List<ConsumerRecord<byte[], byte[]>> back = cluster.readToEnd("orders");
    assertThat(back).hasSize(1);
    assertThat(text(back.get(0).value())).isEqualTo(String.format(ALIVE, 0, ""));
    assertThat(back.get(0).key()).isEqualTo(KEY);
    assertThat(back.get(0).timestamp()).isEqualTo(1_700_000_000_000L);
    assertThat(header(back.get(0), "bq-attempts")).isEqualTo("0");
    assertThat(header(back.get(0), "bq-replay-bypass")).isEqualTo("1");
    assertThat(header(back.get(0), "traceparent")).isNull();

    List<ConsumerRecord<byte[], byte[]>> dead = cluster.readToEnd("orders.dlq");
    assertThat(dead).as("each is put back once").hasSize(7);
    assertThat(dead.get(4).value()).isEqualTo(dead("poison"));
    assertThat(dead.get(4).key()).isEqualTo(KEY);
    assertThat(headers(dead.get(4))).containsExactly("h=1");
    assertThat(text(dead.get(5).value())).isEqualTo("{\"job\":");
    assertThat(dead.get(5).key()).isNull();
    assertThat(dead.get(6).value()).isNull();
    assertThat(dead.get(6).key()).isNotNull().isEmpty();
    cluster.rest().delete("orders-redrive");
  }

  @Test
  void aDryRunCountsAndLeavesNoTrace() {
    cluster.createTopics("dry", "dry.dlq");
    cluster.write("dry.dlq", KEY, dead("failed"));
    cluster.write("dry.dlq", KEY, dead("poison"));
    Map<String, String> settings =
        settings("dry.dlq", "redrive.reasons", "failed", "redrive.dry.run", "true");

    try (LogCapture log = LogCapture.of("A dry run is over")) {
      cluster.run("dry-run", settings);
      Await.until("the dry run says that it is over", LIMIT, () -> !log.lines().isEmpty());
      assertThat(log.lines().get(0)).contains("would bring 1 dead letters back");
    }
    assertThat(cluster.readToEnd("dry")).isEmpty();
    assertThat(cluster.readToEnd("dry.dlq")).hasSize(2);

    settings.put("redrive.dry.run", "false");
    cluster.rest().put("dry-run", settings);
    assertThat(cluster.read("dry", 1)).as("no offset was committed").hasSize(1);
    cluster.rest().delete("dry-run");
  }

  private static byte[] dead(String reason) {
    return String.format(
            ALIVE,
            3,
            ",\"dead_letter\":{\"reason\":\"" + reason + "\",\"original_queue\":\"elsewhere\"}")
        .getBytes(UTF_8);
  }

  private static Map<String, String> settings(String topics, String... pairs) {
    Map<String, String> settings = ReinjectCluster.settings(cluster.kafka(), topics, pairs);
    settings.put("mode", "redrive");
    return settings;
  }
}
