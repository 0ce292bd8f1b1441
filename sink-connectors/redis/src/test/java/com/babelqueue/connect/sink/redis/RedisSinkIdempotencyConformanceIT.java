package com.babelqueue.connect.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.IdempotencySequences;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/**
 * The suite's idempotency block through a worker: an effect is an element in the queue, and an
 * effect that fails is a key that is no list, so that the record ends in the dead-letter topic.
 */
class RedisSinkIdempotencyConformanceIT {
  private static final String NAME = "sequences";
  private static final String LIST = "sequences-list";
  private static final String NO_LIST = "sequences-text";

  private static IdempotentSink sink;

  /** How many records were fed. */
  private static int fed;

  @BeforeAll
  static void start() {
    sink = new IdempotentSink();
    sink.queues().createQueue(LIST);
    sink.queues().client().set(NO_LIST, "no list");
    sink.run(NAME, sink.store().broker().port());
  }

  @AfterAll
  static void stop() {
    sink.close();
  }

  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(
            Map.of(
                IdempotencySequences.BLOCK,
                new IdempotencySequences(Sequence::new),
                "idempotency.dedup_key",
                RedisSinkIdempotencyConformanceIT::key),
            Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("idempotency")::of);
  }

  private static void key(Case c) {
    assertThat(c.fields().text("key_field")).isEqualTo("meta.id");
    String key = IdempotentSink.key(NAME, c.fields().text("expected_key"));
    sink.store().client().del(key);

    bridge(LIST, c.file(c.fields().text("envelope_file")));

    assertThat(sink.store().client().exists(key)).isTrue();
  }

  /** Returns when the sink is through with the record. */
  private static void bridge(String list, byte[] body) {
    sink.write(NAME, list, body);
    fed++;
    sink.awaitCommitted(NAME, fed);
  }

  private static final class Sequence implements IdempotencySequences.Deliveries {
    private final Set<String> delivered = new HashSet<>();

    @Override
    public boolean deliver(String id, boolean succeeds) {
      delivered.add(id);
      long arrived = sink.queues().depth(LIST);
      int failed = sink.deadLetters(NAME);

      bridge(succeeds ? LIST : NO_LIST, IdempotentSink.envelope(id));

      boolean succeeded = sink.queues().depth(LIST) == arrived + 1;
      boolean threw = sink.deadLetters(NAME) == failed + 1;
      assertThat(succeeds ? threw : succeeded).as("the other outcome").isFalse();
      return succeeded || threw;
    }

    @Override
    public void forget(String id) {
      assertThat(sink.store().client().del(IdempotentSink.key(NAME, id))).isEqualTo(1);
    }

    @Override
    public void close() {
      delivered.forEach(id -> sink.store().client().del(IdempotentSink.key(NAME, id)));
    }
  }
}
