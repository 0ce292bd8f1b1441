package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.idempotency.Deduplicator;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * An engine that a test walks step by step in place of its thread, with Connect's part played by
 * the test: {@link #poll}, {@link #acknowledge}, {@link #drop}.
 */
final class EngineWalk {
  static final BrokerBinding BINDING =
      new BrokerBinding(
          "scripted", Set.of("bq-schema-version", "x-attempts"), AttemptsRule.SQS, true);

  /** Steps that make sure nothing more happens by itself. */
  private static final int SETTLE_DOWN = 25;

  final TestTicker ticker;
  final ScriptedBroker broker;
  final SourceMetrics metrics = new SourceMetrics();
  final HandOver handOver = new HandOver();
  final Outcomes outcomes;
  final Demand demand;
  final SourceEngine engine;

  EngineWalk(TestTicker ticker, ScriptedBroker broker, String... settings) {
    this(ticker, broker, (Deduplicator<BridgeSourceRecord>) null, settings);
  }

  /** With idempotency, over a store that outlives the walk. */
  EngineWalk(TestTicker ticker, ScriptedBroker broker, ScriptedStore store, String... settings) {
    this(ticker, broker, new Deduplicator<>(store), settings);
  }

  private EngineWalk(
      TestTicker ticker,
      ScriptedBroker broker,
      Deduplicator<BridgeSourceRecord> deduplicator,
      String... settings) {
    this.ticker = ticker;
    this.broker = broker;
    SourceConfig config = new TestSourceConfig(TestSourceConfig.settings(settings));
    Clock clock =
        Clock.fixed(Instant.ofEpochMilli(TestEnvelopes.CREATED_AT + 60_000), ZoneOffset.UTC);
    this.outcomes = new Outcomes();
    this.demand = new Demand(ticker);
    this.engine =
        new SourceEngine(
            config,
            broker,
            new RecordMapper(config, BINDING, clock),
            handOver,
            outcomes,
            demand,
            deduplicator,
            () -> new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10), () -> 0),
            metrics,
            ticker);
  }

  static EngineWalk over(String... settings) {
    TestTicker ticker = new TestTicker();
    return new EngineWalk(ticker, new ScriptedBroker(ticker), settings);
  }

  /** Lets the engine do all that it would do without time passing. */
  void walk() throws InterruptedException {
    for (int i = 0; i < SETTLE_DOWN; i++) {
      engine.step();
    }
  }

  /**
   * Lets the engine work until it would wait, as its thread does.
   *
   * @return for how long it would wait
   */
  Duration walkUntilItWaits() throws InterruptedException {
    for (int i = 0; i < SETTLE_DOWN; i++) {
      Duration wait = engine.step();
      if (!wait.isZero()) {
        return wait;
      }
    }
    return Duration.ZERO;
  }

  /** One poll, during which the engine runs. */
  List<SourceRecord> poll() throws InterruptedException {
    demand.pollBegins();
    walk();
    List<SourceRecord> records = handOver.take(Integer.MAX_VALUE, Duration.ZERO);
    demand.pollEnds();
    return records == null ? List.of() : records;
  }

  /** Time passes in small parts, as the engine's thread would live through it. */
  void pass(Duration time, Duration part) throws InterruptedException {
    for (Duration gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plus(part)) {
      ticker.advance(part);
      engine.step();
      engine.step();
    }
  }

  void acknowledge(List<SourceRecord> records) {
    records.forEach(record -> outcomes.add(((BridgeSourceRecord) record).delivery(), true));
  }

  /** Acknowledges, and says for each whether it would wake the engine's thread. */
  List<Boolean> wakes(List<SourceRecord> records) {
    return records.stream()
        .map(record -> outcomes.add(((BridgeSourceRecord) record).delivery(), true))
        .toList();
  }

  void drop(List<SourceRecord> records) {
    records.forEach(record -> outcomes.add(((BridgeSourceRecord) record).delivery(), false));
  }

  /** Lets incomplete settlement batches go. */
  void settleDue() throws InterruptedException {
    ticker.advance(Settlements.LINGER);
    walk();
  }

  static List<String> bodies(List<SourceRecord> records) {
    return records.stream()
        .map(record -> new String((byte[]) record.value(), StandardCharsets.ISO_8859_1))
        .toList();
  }
}
