package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.kafka.ExactConverters;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.KafkaTopics;
import java.util.Map;
import java.util.Set;

/**
 * What validation checks of a connector that writes retries and dead letters to Kafka itself.
 * Stateless.
 */
final class KafkaChecks {
  /** Connect's own, absent where {@code topics.regex} stands. */
  private static final String TOPICS = "topics";

  private KafkaChecks() {}

  /** Nothing less than bytes can be carried byte for byte. */
  static void checkRaw(Map<String, String> props, Problems problems) {
    if (!props.getOrDefault(KafkaSettings.BOOTSTRAP_SERVERS, "").isBlank()) {
      ExactConverters.check(props, problems);
    }
  }

  static void checkTogether(SinkConfig parsed, Problems problems) {
    KafkaSettings kafka = parsed.kafka();
    kafka.check(problems::add);
    if (kafka.isPresent()) {
      checkDeadLetterTopic(parsed, problems);
    } else if (parsed.retryTiers().count() > 0) {
      problems.add(
          SinkConfig.RETRY_TIERS,
          "needs " + KafkaSettings.BOOTSTRAP_SERVERS + ", the cluster with the retry topics");
    }
  }

  private static void checkDeadLetterTopic(SinkConfig parsed, Problems problems) {
    for (String entry : parsed.originalsStrings().getOrDefault(TOPICS, "").split(",", -1)) {
      String topic = entry.strip();
      if (topic.equals(parsed.deadLetterTopic().render(variable -> topic))) {
        problems.add(
            SinkConfig.DEAD_LETTER_TOPIC, "is one of " + TOPICS + ": its records would go round");
      }
    }
  }

  /**
   * Reaches the cluster, if there is one to reach.
   *
   * @throws BrokerException naming the setting at fault, which is never the sink broker's
   * @throws InterruptedException when the time is up
   */
  static void tryConnection(SinkConfig parsed) throws BrokerException, InterruptedException {
    if (!parsed.kafka().isPresent()) {
      return;
    }
    try (KafkaTopics topics = KafkaTopics.open(parsed.kafka(), parsed.connectorName() + "-check")) {
      topics.missing(Set.of());
    } catch (BrokerException e) {
      throw e.isRetriable()
          ? BrokerException.misconfigured(KafkaSettings.BOOTSTRAP_SERVERS, e.getMessage(), e)
          : e;
    }
  }
}
