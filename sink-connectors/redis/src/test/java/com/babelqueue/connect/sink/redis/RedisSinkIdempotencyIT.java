package com.babelqueue.connect.sink.redis;

import static com.babelqueue.connect.sink.redis.IdempotentSink.envelope;
import static com.babelqueue.connect.sink.redis.IdempotentSink.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.Stage;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What comes twice is sent once, by the plugin jar in a real worker with its memory in Redis. */
class RedisSinkIdempotencyIT {
  private static IdempotentSink sink;

  @BeforeAll
  static void start() {
    sink = new IdempotentSink();
  }

  @AfterAll
  static void stop() {
    sink.close();
  }

  @Test
  void duplicatesOfOneBatchArriveOnceAndAreCounted() throws Exception {
    sink.queues().createQueue("batch-list");
    sink.run("batch", storePort());
    sink.rest().stop("batch");
    sink.rest().awaitState("batch", "STOPPED", 0, Stage.LIMIT);
    for (int i = 0; i < 300; i++) {
      sink.write("batch", "batch-list", envelope("id-" + i % 100));
    }

    sink.rest().resume("batch");
    sink.awaitCommitted("batch", 300);

    assertThat(sink.queues().list("batch-list")).isEqualTo(envelopes(0, 100));
    assertThat(sink.countOfTopic("batch", "Deduplicated")).isEqualTo(200);
    assertThat(sink.count("batch", "Sent")).isEqualTo(100);
    assertThat(sink.store().client().ttl(key("batch", "id-7"))).isBetween(1L, 24 * 3_600L);
    sink.rest().delete("batch");
  }

  @Test
  void aWorkerThatStartsAgainStillKnowsWhatWasSent() throws Exception {
    sink.queues().createQueue("restart-list");
    sink.run("restart", storePort());
    sink.write("restart", "restart-list", envelope("id-0"));
    sink.write("restart", "restart-list", envelope("id-1"));
    sink.awaitCommitted("restart", 2);

    sink.restartWorker();
    sink.write("restart", "restart-list", envelope("id-1"));
    sink.write("restart", "restart-list", envelope("id-2"));
    sink.awaitCommitted("restart", 4);

    assertThat(sink.queues().list("restart-list")).isEqualTo(envelopes(0, 3));
    sink.rest().delete("restart");
  }

  @Test
  void withoutTheStoreEverythingWaitsAndNothingIsLost() throws Exception {
    sink.queues().createQueue("outage-list");
    try (TcpProxy proxy = TcpProxy.to(sink.store().broker().host(), storePort())) {
      sink.run("outage", proxy.port());
      feed("outage", 0, 100);
      sink.awaitCommitted("outage", 100);

      proxy.refuse();
      proxy.dropConnections();
      feed("outage", 50, 200);
      Await.until(
          "the store was missed more than once",
          Stage.LIMIT,
          () -> sink.count("outage", "IdempotencyStoreFailures") > 2);
      assertThat(sink.queues().depth("outage-list")).isEqualTo(100);
      proxy.accept();
      sink.awaitCommitted("outage", 250);
    }

    assertThat(sink.queues().list("outage-list")).isEqualTo(envelopes(0, 200));
    assertThat(sink.countOfTopic("outage", "Deduplicated")).isEqualTo(50);
    sink.rest().delete("outage");
  }

  private static void feed(String name, int from, int to) {
    IntStream.range(from, to).forEach(i -> sink.write(name, name + "-list", envelope("id-" + i)));
  }

  private static List<String> envelopes(int from, int to) {
    List<String> envelopes = new ArrayList<>();
    IntStream.range(from, to).forEach(i -> envelopes.add(new String(envelope("id-" + i), UTF_8)));
    return envelopes;
  }

  private static int storePort() {
    return sink.store().broker().port();
  }
}
