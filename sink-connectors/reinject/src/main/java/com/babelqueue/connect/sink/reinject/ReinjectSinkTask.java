package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.Backoff;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.MetricsRegistration;
import com.babelqueue.connect.broker.kafka.KafkaTopics;
import com.babelqueue.connect.broker.kafka.KafkaWriter;
import com.babelqueue.connect.config.PluginVersion;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries records back to their work topic. Every method is called on the task's thread; what they
 * do is {@link ReinjectEngine}'s.
 */
public final class ReinjectSinkTask extends SinkTask {
  private static final Logger LOG = LoggerFactory.getLogger(ReinjectSinkTask.class);

  /** Null until {@code start}. */
  private ReinjectEngine engine;

  /** Null until {@code start}. */
  private KafkaWriter writer;

  /** Null until {@code start}. */
  private MetricsRegistration registration;

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void start(Map<String, String> props) {
    ReinjectConfig config = new ReinjectConfig(props);
    String task = "Task " + config.taskId() + " of " + config.connectorName();
    String clientId = config.connectorName() + "-" + config.taskId();
    try {
      writer = KafkaWriter.open(config.kafka(), clientId);
    } catch (BrokerException e) {
      throw new ConnectException(e.getMessage(), e);
    }
    Clock clock = Clock.systemUTC();
    ReinjectMetrics metrics = new ReinjectMetrics();
    Supplier<Backoff> backoffs =
        () ->
            new Backoff(
                config.millis(ConnectionKeys.RECONNECT_BACKOFF),
                config.millis(ConnectionKeys.RECONNECT_BACKOFF_MAX),
                () -> ThreadLocalRandom.current().nextDouble());
    Passage passage = passage(config, clientId, clock);
    ParkedRecords parked =
        new ParkedRecords(
            passage, writer::write, new TargetOutages(task, backoffs), metrics, clock);
    engine = new ReinjectEngine(task, context, passage, parked, backoffs, clock);
    registration =
        MetricsRegistration.of("reinject-task", config.connectorName(), config.taskId(), metrics);
    LOG.info("{} started in mode {}", task, config.getString(ReinjectConfig.MODE));
  }

  private static Passage passage(ReinjectConfig config, String clientId, Clock clock) {
    if (config.mode() == ReinjectConfig.Mode.RETRY) {
      return new Reinjection(config.tiers(), config.workTopics(), clock);
    }
    return new Redrive(
        config.selection(),
        config.redriveTarget(),
        partitions -> {
          try (KafkaTopics topics = KafkaTopics.open(config.kafka(), clientId + "-ends")) {
            return topics.ends(partitions);
          }
        },
        clock);
  }

  @Override
  public void open(Collection<TopicPartition> partitions) {
    engine.open(partitions);
  }

  @Override
  public void put(Collection<SinkRecord> records) {
    engine.put(records);
  }

  @Override
  public Map<TopicPartition, OffsetAndMetadata> preCommit(
      Map<TopicPartition, OffsetAndMetadata> currentOffsets) {
    return engine.preCommit(currentOffsets);
  }

  @Override
  public void close(Collection<TopicPartition> partitions) {
    engine.close(partitions);
  }

  @Override
  public void stop() {
    if (writer != null) {
      writer.close();
    }
    if (registration != null) {
      registration.close();
    }
    LOG.info("Task stopped");
  }
}
