package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.SettingsValidation;
import com.babelqueue.connect.broker.kafka.ExactConverters;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.KafkaTopics;
import com.babelqueue.connect.broker.kafka.RetryTopic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What validation knows beyond the definition of the keys. Stateless. */
final class ReinjectRules implements SettingsValidation.Rules<ReinjectConfig> {
  @Override
  public List<String> passThroughPrefixes() {
    return List.of(KafkaSettings.CLIENT_PREFIX);
  }

  @Override
  public void checkRaw(Map<String, String> props, Problems problems) {
    ExactConverters.check(props, problems);
  }

  @Override
  public ReinjectConfig parse(Map<String, String> props) {
    return new ReinjectConfig(props);
  }

  @Override
  public void checkTogether(ReinjectConfig parsed, Problems problems) {
    parsed.kafka().check(problems::add);
    if (parsed.getLong(ConnectionKeys.RECONNECT_BACKOFF)
        > parsed.getLong(ConnectionKeys.RECONNECT_BACKOFF_MAX)) {
      problems.add(
          ConnectionKeys.RECONNECT_BACKOFF_MAX,
          "must not be shorter than " + ConnectionKeys.RECONNECT_BACKOFF);
    }
    for (String work : parsed.getList(ReinjectConfig.WORK_TOPICS)) {
      if (RetryTopic.isParked(work)) {
        problems.add(
            ReinjectConfig.WORK_TOPICS,
            work
                + " is a retry or dead-letter topic; a record that went back there would go round");
      }
    }
    if (parsed.mode() == ReinjectConfig.Mode.RETRY) {
      checkRetry(parsed, problems);
    } else {
      checkRedrive(parsed, problems);
    }
  }

  private static void checkRetry(ReinjectConfig parsed, Problems problems) {
    for (String key : parsed.originalsStrings().keySet()) {
      if (key.startsWith(ReinjectConfig.REDRIVE_PREFIX)) {
        problems.add(key, "has no effect in mode retry; set " + ReinjectConfig.MODE + "=redrive");
      }
    }
    Set<String> expected = new TreeSet<>();
    for (String topic : parsed.topics()) {
      Optional<RetryTopic> retry = RetryTopic.parse(topic);
      if (retry.isEmpty()) {
        problems.add(ReinjectConfig.TOPICS, topic + " is not named <topic>.retry.<n>");
      } else if (retry.get().tier() > parsed.tiers().count()) {
        problems.add(
            ReinjectConfig.TOPICS,
            topic + " is beyond the " + parsed.tiers().count() + " of " + ReinjectConfig.TIERS);
      } else if (RetryTopic.isParked(retry.get().workTopic())) {
        problems.add(
            ReinjectConfig.TOPICS,
            topic + " belongs to " + retry.get().workTopic() + ", no work topic");
      } else {
        expected.addAll(parsed.tiers().topics(retry.get().workTopic()));
      }
    }
    expected.removeAll(parsed.topics());
    if (!expected.isEmpty()) {
      problems.add(
          ReinjectConfig.TOPICS,
          "lacks " + String.join(", ", expected) + ": what is parked there would never come back");
    }
  }

  private static void checkRedrive(ReinjectConfig parsed, Problems problems) {
    RedriveSelection selection = parsed.selection();
    if (selection.from() != null
        && selection.until() != null
        && !selection.from().isBefore(selection.until())) {
      problems.add(
          ReinjectConfig.REDRIVE_UNTIL, "must be later than " + ReinjectConfig.REDRIVE_FROM);
    }
    String target = parsed.redriveTarget().topic();
    if (parsed.topics().contains(target)) {
      problems.add(
          ReinjectConfig.REDRIVE_TOPIC,
          "is one of " + ReinjectConfig.TOPICS + ": nothing would move");
    }
    for (String topic : parsed.topics()) {
      if (target.isEmpty() && parsed.workTopicOf(topic).isEmpty()) {
        problems.add(
            ReinjectConfig.TOPICS,
            topic + " is not named <topic>.dlq; set " + ReinjectConfig.REDRIVE_TOPIC);
      }
    }
  }

  @Override
  public void connect(ReinjectConfig parsed) throws BrokerException, InterruptedException {
    try (KafkaTopics topics = KafkaTopics.open(parsed.kafka(), parsed.connectorName() + "-check")) {
      Set<String> missing = topics.missing(parsed.topics());
      boolean created = parsed.mode() == ReinjectConfig.Mode.RETRY && parsed.createsTopics();
      if (!missing.isEmpty() && !created) {
        throw BrokerException.misconfigured(
            ReinjectConfig.TOPICS,
            "Kafka has no topic "
                + String.join(", ", missing)
                + (parsed.mode() == ReinjectConfig.Mode.RETRY
                    ? "; create it, or set " + ReinjectConfig.CREATE_TOPICS + "=true"
                    : ""),
            null);
      }
    }
  }

  @Override
  public String address() {
    return KafkaSettings.BOOTSTRAP_SERVERS;
  }
}
