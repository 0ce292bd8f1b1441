package com.babelqueue.connect.broker.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's idempotency block (IDM-1 to IDM-3), put to the deduplicator with each store. */
class IdempotencyConformanceTest {
  private static RedisServer redis;

  @BeforeAll
  static void start() {
    redis = new RedisServer();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  /** One task that remembers by itself. */
  @TestFactory
  Stream<DynamicContainer> suitesInMemory() {
    return suites(
        c -> {
          try (Deduplicator<String> task =
              RedisServer.settings("memory", Map.of("idempotency.store", "memory"))
                  .deduplicator(System::nanoTime)) {
            deliver(c, () -> task);
          }
        });
  }

  /** Every delivery goes to another task of a fleet. */
  @TestFactory
  Stream<DynamicContainer> suitesInRedis() {
    return suites(
        c -> {
          IdempotencySettings fleet = redis.settings("fleet-" + UUID.randomUUID());
          deliver(c, () -> fleet.deduplicator(System::nanoTime));
        });
  }

  private static Stream<DynamicContainer> suites(SuiteRunner sequences) {
    SuiteTests tests =
        new SuiteTests(
            Map.of(
                "idempotency.dedup_key",
                IdempotencyConformanceTest::key,
                "idempotency.sequences",
                sequences::run),
            Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("idempotency")::of);
  }

  private static void key(Case c) {
    byte[] envelope = c.file(c.fields().text("envelope_file"));

    assertThat(c.fields().text("key_field")).isEqualTo("meta.id");
    assertThat(new EnvelopeScanner().scan(envelope).id())
        .isEqualTo(c.fields().text("expected_key"));
  }

  private static void deliver(Case c, Supplier<Deduplicator<String>> tasks) throws BrokerException {
    c.fields().passOver("name");
    int effects = 0;
    for (JsonNode delivery : c.fields().value("deliveries")) {
      Deduplicator<String> task = tasks.get();
      String id = delivery.get("meta_id").textValue();
      if (delivery.path("forget_before").booleanValue()) {
        task.forget(id);
      }
      task.lookUp(List.of(id));
      Deduplicator.Verdict verdict = task.admit(id, "message");
      assertThat(verdict)
          .isEqualTo(
              delivery.get("expect_effect").textValue().equals("run")
                  ? Deduplicator.Verdict.RUN
                  : Deduplicator.Verdict.DUPLICATE);
      if (verdict == Deduplicator.Verdict.RUN) {
        effects++;
        if (delivery.get("outcome").textValue().equals("ok")) {
          task.succeeded(id);
        } else {
          task.failed(id);
        }
      }
      task.flush();
    }
    assertThat(effects).isEqualTo(c.fields().integer("expected_effects"));
  }

  private interface SuiteRunner {
    void run(Case c) throws BrokerException;
  }
}
