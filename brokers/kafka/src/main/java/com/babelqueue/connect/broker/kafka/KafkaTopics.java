package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Looks at topics and creates missing ones, for retries and redrives. For one thread; every call
 * ends within a few seconds.
 */
public final class KafkaTopics implements AutoCloseable {
  private static final String TIMESTAMP_TYPE = "message.timestamp.type";
  private static final String LOG_APPEND_TIME = "LogAppendTime";
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private final Admin admin;

  private KafkaTopics(Admin admin) {
    this.admin = admin;
  }

  /**
   * Makes the client.
   *
   * @param settings where the cluster is
   * @param clientId tells the connector apart in Kafka's logs
   * @throws BrokerException naming the setting, when the client refuses its settings
   */
  public static KafkaTopics open(KafkaSettings settings, String clientId) throws BrokerException {
    try {
      return new KafkaTopics(Admin.create(settings.adminProperties(clientId)));
    } catch (KafkaException e) {
      throw BrokerException.misconfigured(
          KafkaSettings.BOOTSTRAP_SERVERS,
          "the admin client refuses its settings, see " + KafkaSettings.CLIENT_PREFIX + "*",
          e);
    }
  }

  /**
   * Those of the topics that do not exist, in alphabetical order.
   *
   * @throws BrokerException when the cluster does not answer
   * @throws InterruptedException when the task is being torn down
   */
  public Set<String> missing(Collection<String> topics)
      throws BrokerException, InterruptedException {
    Set<String> missing = new TreeSet<>(topics);
    missing.removeAll(await("listing topics", admin.listTopics().names()));
    return missing;
  }

  /**
   * Creates a topic whose records carry the broker's own clock, on which retry waits rest (TIER-2),
   * with the cluster's default replication. One that somebody else creates meanwhile is fine.
   *
   * @param partitions how many; empty for the cluster's default
   * @throws BrokerException when the cluster refuses or does not answer
   * @throws InterruptedException when the task is being torn down
   */
  public void createWithLogAppendTime(String topic, Optional<Integer> partitions)
      throws BrokerException, InterruptedException {
    NewTopic wanted =
        new NewTopic(topic, partitions, Optional.empty())
            .configs(Map.of(TIMESTAMP_TYPE, LOG_APPEND_TIME));
    try {
      await("creating topic " + topic, admin.createTopics(List.of(wanted)).all());
    } catch (BrokerException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /**
   * How many partitions an existing topic has.
   *
   * @throws BrokerException when the cluster refuses or does not answer
   * @throws InterruptedException when the task is being torn down
   */
  public int partitions(String topic) throws BrokerException, InterruptedException {
    return await("describing topic " + topic, admin.describeTopics(List.of(topic)).allTopicNames())
        .get(topic)
        .partitions()
        .size();
  }

  /**
   * Those of the existing topics whose records carry their producers' clocks.
   *
   * @throws BrokerException when the cluster refuses or does not answer
   * @throws InterruptedException when the task is being torn down
   */
  public List<String> withCreateTime(Collection<String> topics)
      throws BrokerException, InterruptedException {
    Set<ConfigResource> resources = new HashSet<>();
    topics.forEach(topic -> resources.add(new ConfigResource(ConfigResource.Type.TOPIC, topic)));
    Map<ConfigResource, Config> configs =
        await("describing topics", admin.describeConfigs(resources).all());
    List<String> found = new ArrayList<>();
    configs.forEach(
        (resource, config) -> {
          if (!LOG_APPEND_TIME.equals(config.get(TIMESTAMP_TYPE).value())) {
            found.add(resource.name());
          }
        });
    found.sort(null);
    return found;
  }

  /**
   * Where partitions end now: the offset of the next record to be written.
   *
   * @throws BrokerException when the cluster refuses or does not answer
   * @throws InterruptedException when the task is being torn down
   */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws BrokerException, InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
        await("listing offsets", admin.listOffsets(wanted).all()).entrySet()) {
      ends.put(end.getKey(), end.getValue().offset());
    }
    return ends;
  }

  private static <T> T await(String attempted, KafkaFuture<T> future)
      throws BrokerException, InterruptedException {
    try {
      return future.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw BrokerException.outage(
          attempted + " failed: no answer within " + LIMIT.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw KafkaFailures.of(attempted, e.getCause());
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
