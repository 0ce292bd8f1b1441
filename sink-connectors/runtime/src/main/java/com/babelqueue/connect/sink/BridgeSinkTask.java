package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.MetricsRegistration;
import com.babelqueue.connect.broker.kafka.KafkaWriter;
import com.babelqueue.connect.config.PluginVersion;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one sink task: its lifecycle is final, and a broker's task only says how to parse its
 * settings and which sender to use. Every method is called on the task's thread; what they do is
 * {@link SinkEngine}'s.
 */
public abstract class BridgeSinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(BridgeSinkTask.class);

  /** Null until {@code start}. */
  private SinkEngine engine;

  /** Null until {@code start}, and when the connector writes nothing to Kafka itself. */
  private KafkaWriter kafka;

  /** Null until {@code start}. */
  private MetricsRegistration registration;

  /** Parses this task's settings. */
  protected abstract SinkConfig configure(Map<String, String> props);

  /**
   * Builds the sender without connecting.
   *
   * @param config the settings, as {@link #configure} made them
   * @param clock the wall clock, for senders that stamp times
   */
  protected abstract Sender sender(SinkConfig config, Clock clock);

  @Override
  public final String version() {
    return PluginVersion.get();
  }

  @Override
  public final void start(Map<String, String> props) {
    SinkConfig config = configure(props);
    SinkMetrics metrics = new SinkMetrics();
    Clock clock = Clock.systemUTC();
    Sender sender = sender(config, clock);
    kafka = open(config);
    engine =
        new SinkEngine(
            config,
            context,
            sender,
            kafka == null ? null : kafka::write,
            config.idempotency().deduplicator(System::nanoTime),
            new Outcomes(),
            metrics,
            clock,
            System::nanoTime,
            () -> ThreadLocalRandom.current().nextDouble());
    registration =
        MetricsRegistration.of("sink-task", config.connectorName(), config.taskId(), metrics);
    LOG.info("Task {} of {} started", config.taskId(), config.connectorName());
  }

  private static KafkaWriter open(SinkConfig config) {
    if (!config.kafka().isPresent()) {
      return null;
    }
    try {
      return KafkaWriter.open(config.kafka(), config.connectorName() + "-" + config.taskId());
    } catch (BrokerException e) {
      throw new ConnectException(e.getMessage(), e);
    }
  }

  @Override
  public final void open(Collection<TopicPartition> partitions) {
    engine.open(partitions);
  }

  @Override
  public final void put(Collection<SinkRecord> records) {
    engine.put(records);
  }

  @Override
  public final Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    return engine.preCommit(currentOffsets);
  }

  @Override
  public final void close(Collection<TopicPartition> partitions) {
    engine.close(partitions);
  }

  /**
   * Ends within 2 s by itself, beside the sender: one after the other they could take longer than
   * Connect waits for a stop.
   */
  private void closeKafka() {
    if (kafka != null) {
      Thread closing = new Thread(kafka::close, "babelqueue-close-kafka");
      closing.setDaemon(true);
      closing.setContextClassLoader(Thread.currentThread().getContextClassLoader());
      closing.start();
    }
  }

  @Override
  public final void stop() {
    closeKafka();
    if (engine != null) {
      engine.stop();
      registration.close();
      LOG.info("Task stopped");
    }
  }
}
