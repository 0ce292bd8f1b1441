package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.IdempotencySequences;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The suite's idempotency block, put to a task whose broker takes or refuses. */
class SinkIdempotencyConformanceTest {
  @TestFactory
  Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(
            Map.of(
                IdempotencySequences.BLOCK,
                new IdempotencySequences(Task::new),
                "idempotency.dedup_key",
                SinkIdempotencyConformanceTest::key),
            Map.of());
    return SuiteDirectories.load().stream().map(tests.onlyGroup("idempotency")::of);
  }

  private static void key(Case c) {
    assertThat(c.fields().text("key_field")).isEqualTo("meta.id");
    Task task = new Task();

    task.put(new String(c.file(c.fields().text("envelope_file")), UTF_8));

    assertThat(task.store.ids).containsExactly(c.fields().text("expected_key"));
  }

  /** A failed delivery ends in the dead-letter topic, so that nothing of it is left behind. */
  private static final class Task implements IdempotencySequences.Deliveries {
    private final ScriptedStore store = new ScriptedStore();
    private final SinkWalk walk = SinkWalk.deduplicating(store, new ScriptedKafka()).open(ORDERS_0);
    private int offset;

    @Override
    public boolean deliver(String id, boolean succeeds) {
      if (!succeeds) {
        walk.sender.script(id, send -> send.rejected("thrown", "the effect failed"));
      }
      int before = walk.sender.calls.size();

      put(Records.body(id));

      assertThat(walk.committable(ORDERS_0)).isEqualTo(offset);
      return walk.sender.calls.size() > before;
    }

    private void put(String body) {
      walk.put(List.of(Records.raw(ORDERS_0, offset, body)));
      walk.putAgain();
      offset++;
    }

    @Override
    public void forget(String id) {
      store.forget(id);
    }
  }
}
