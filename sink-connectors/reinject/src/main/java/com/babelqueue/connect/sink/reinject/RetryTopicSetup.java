package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.KafkaTopics;
import com.babelqueue.connect.broker.kafka.RetryTopic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to the retry topics when the connector starts: creates those that are missing if it may, and
 * warns about those whose waits rest on producers' clocks (TIER-2). Stateless.
 */
final class RetryTopicSetup {
  private static final Logger LOG = LoggerFactory.getLogger(RetryTopicSetup.class);

  private RetryTopicSetup() {}

  /**
   * Runs once, within a few seconds per topic.
   *
   * @throws ConnectException when topics are to be created and Kafka refuses or does not answer
   */
  static void run(ReinjectConfig config) {
    try (KafkaTopics topics = KafkaTopics.open(config.kafka(), config.connectorName() + "-setup")) {
      List<String> wanted = new ArrayList<>();
      config.workTopics().forEach(work -> wanted.addAll(config.tiers().topics(work)));
      Set<String> missing = topics.missing(wanted);
      if (config.createsTopics()) {
        create(missing, topics);
      } else if (!missing.isEmpty()) {
        LOG.warn("Connector {} has no topic {} to read", config.connectorName(), missing);
      }
      wanted.removeAll(missing);
      warn(config, topics.withCreateTime(wanted), topics.missing(config.workTopics()));
    } catch (BrokerException e) {
      if (config.createsTopics()) {
        throw new ConnectException(e.getMessage(), e);
      }
      LOG.warn(
          "Connector {} could not look at its retry topics: {}",
          config.connectorName(),
          e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("Interrupted while looking at retry topics", e);
    }
  }

  private static void create(Set<String> missing, KafkaTopics topics)
      throws BrokerException, InterruptedException {
    for (String topic : missing) {
      String work = RetryTopic.parse(topic).orElseThrow().workTopic();
      Optional<Integer> partitions =
          topics.missing(List.of(work)).isEmpty()
              ? Optional.of(topics.partitions(work))
              : Optional.empty();
      topics.createWithLogAppendTime(topic, partitions);
      LOG.info("Created topic {} with message.timestamp.type=LogAppendTime", topic);
    }
  }

  private static void warn(
      ReinjectConfig config, List<String> withCreateTime, Set<String> missingWork) {
    if (!missingWork.isEmpty()) {
      LOG.warn(
          "Connector {}: Kafka has no topic {}; records that go there are kept until it has",
          config.connectorName(),
          missingWork);
    }
    if (!withCreateTime.isEmpty()) {
      LOG.warn(
          "Connector {}: topics {} have message.timestamp.type=CreateTime, so how long a record"
              + " waits there depends on the clock of its producer; set LogAppendTime",
          config.connectorName(),
          withCreateTime);
    }
  }
}
