package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.config.PluginVersion;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one source task: its lifecycle is final, and a broker's task only says how to parse its
 * settings, what its binding is, and which receiver to use.
 *
 * <p>{@code start}, {@code poll} and {@code stop} come from the task's thread; {@code commitRecord}
 * from the producer's I/O thread or the task's. Whatever touches the broker runs on the engine's
 * thread ({@link SourceEngine}); the methods here only hand over.
 */
public abstract class BridgeSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeSourceTask.class);

  /** Owned by the task's thread; {@code commitRecord} reads it after {@code start} published it. */
  private volatile EngineThread engine;

  /** Owned by the task's thread. */
  private HandOver handOver;

  /** Owned by the task's thread. */
  private int maxBatch;

  /** Parses this task's settings. */
  protected abstract SourceConfig configure(Map<String, String> props);

  /** What the broker's binding of the contract looks like. */
  protected abstract BrokerBinding binding();

  /**
   * Builds the receiver for this task's queues without connecting.
   *
   * @param config the settings, as {@link #configure} made them
   * @param clock the wall clock, for receivers that stamp times
   */
  protected abstract Receiver receiver(SourceConfig config, Clock clock);

  @Override
  public final String version() {
    return PluginVersion.get();
  }

  @Override
  public final void start(Map<String, String> props) {
    SourceConfig config = configure(props);
    maxBatch = config.getInt(SourceConfig.MAX_BATCH_RECORDS);
    handOver = new HandOver();
    engine =
        EngineThread.start(
            config, binding(), receiver(config, Clock.systemUTC()), handOver, Clock.systemUTC());
    LOG.info(
        "Task {} of {} started: reads {} into {}",
        config.taskId(),
        config.connectorName(),
        config.queues(),
        config.getString(SourceConfig.TOPIC));
  }

  @Override
  public final List<SourceRecord> poll() throws InterruptedException {
    EngineThread current = engine;
    current.pollBegins();
    try {
      return handOver.take(maxBatch, EngineThread.POLL_WAIT);
    } finally {
      current.pollEnds();
    }
  }

  @Override
  public final void commitRecord(SourceRecord record, RecordMetadata metadata) {
    EngineThread current = engine;
    if (current != null && record instanceof BridgeSourceRecord own) {
      current.outcome(own.delivery(), metadata != null);
    }
  }

  @Override
  public final void stop() {
    EngineThread current = engine;
    if (current != null) {
      current.stop();
    }
  }
}
