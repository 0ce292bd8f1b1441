package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.pulsar.PassThrough;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarSettings;
import com.babelqueue.connect.broker.pulsar.PulsarTopic;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.SubscriptionInitialPosition;
import org.apache.pulsar.client.api.SubscriptionType;

/**
 * The settings of the Pulsar source: the topics, the subscription, and everything that {@link
 * PulsarSettings} and {@link SourceConfig} share with other connectors. Immutable; any thread may
 * read it.
 */
public final class PulsarSourceConfig extends SourceConfig {
  /** The topics to read. */
  public static final String TOPICS = "pulsar.topics";

  /** A pattern of topics to read, instead of a list. */
  public static final String TOPICS_PATTERN = "pulsar.topics.pattern";

  /** The subscription to read through. */
  public static final String SUBSCRIPTION_NAME = "pulsar.subscription.name";

  /** How the subscription is shared. */
  public static final String SUBSCRIPTION_TYPE = "pulsar.subscription.type";

  /** Where a new subscription begins. */
  public static final String INITIAL_POSITION = "pulsar.subscription.initial.position";

  /** The cluster's own bound on unsettled messages of a consumer. */
  public static final String MAX_UNACKED = "pulsar.max.unacked.messages";

  private static final EnumSetting<SubscriptionType> TYPES =
      EnumSetting.of(SubscriptionType.class, type -> type.name().toLowerCase(Locale.ROOT));

  private static final EnumSetting<SubscriptionInitialPosition> POSITIONS =
      EnumSetting.of(
          SubscriptionInitialPosition.class, position -> position.name().toLowerCase(Locale.ROOT));

  /** What a cluster allows unless its operator says otherwise. */
  private static final int DEFAULT_MAX_UNACKED = 50_000;

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  private final PulsarSettings settings;
  private final Pattern pattern;

  /**
   * @param props the connector's or the task's settings
   */
  PulsarSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new PulsarSettings(this);
    String text = getString(TOPICS_PATTERN);
    this.pattern = text == null ? null : compile(TOPICS_PATTERN, text);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Topics")
        .key(
            TOPICS,
            Type.LIST,
            List.of(),
            new PulsarTopic.ListValidator(),
            Importance.HIGH,
            "Topics",
            "The topics to read, partitioned or not, as orders, tenant/namespace/orders or "
                + "persistent://tenant/namespace/orders. Each is read by one task, and they are dealt out to at most "
                + "tasks.max tasks. In templates ${queue} is the last part of the name. A topic with partitions needs "
                + "three messages of "
                + MAX_IN_FLIGHT_MESSAGES
                + " for each. Either this or "
                + TOPICS_PATTERN
                + ".")
        .key(
            TOPICS_PATTERN,
            Type.STRING,
            null,
            new PatternValidator(),
            Importance.MEDIUM,
            "Topic pattern",
            "A regular expression for the topics of one namespace, such as persistent://public/default/orders-.*; "
                + "topics that are made later are found too. One task reads all of them, unless "
                + CONSUMERS_PER_QUEUE
                + " says otherwise. Each topic that matches, and each of its partitions, may hold three messages beyond "
                + MAX_IN_FLIGHT_MESSAGES
                + ".")
        .key(
            SUBSCRIPTION_NAME,
            Type.STRING,
            "babelqueue",
            new ConfigDef.NonEmptyString(),
            Importance.HIGH,
            "Subscription",
            "The subscription to read through. One that does not exist is made.")
        .key(
            SUBSCRIPTION_TYPE,
            Type.STRING,
            SubscriptionType.Shared.name(),
            TYPES,
            Importance.MEDIUM,
            "Subscription type",
            "How the subscription is shared with other consumers: Shared (messages go to all of them in turn), "
                + "Key_Shared (those of one key to one of them), Failover (all to one, others stand by) or Exclusive "
                + "(no others). Several tasks on one topic need Shared or Key_Shared to share its work. When messages "
                + "come again, Shared and Key_Shared do not keep the topic's order.")
        .key(
            INITIAL_POSITION,
            Type.STRING,
            "earliest",
            POSITIONS,
            Importance.LOW,
            "First position",
            "Where a subscription begins that this connector makes: earliest (whatever the topic still holds) or latest "
                + "(what is sent from then on).")
        .key(
            MAX_UNACKED,
            Type.INT,
            DEFAULT_MAX_UNACKED,
            Range.atLeast(0),
            Importance.LOW,
            "Broker's limit of unsettled messages",
            "What the cluster's maxUnackedMessagesPerConsumer says; 0 is no limit. "
                + MAX_IN_FLIGHT_MESSAGES
                + " must stay below it, or the cluster would stop delivering first. What the client has received and the "
                + "connector has not taken yet counts in both; only the last batch of a producer, which comes whole, "
                + "may exceed them.");
    PulsarSettings.define(def);
    return defineCommon(def);
  }

  /** Reports what single-key validators cannot see. */
  void check(BiConsumer<String, String> problems) {
    boolean listed = !getList(TOPICS).isEmpty();
    if (!listed && pattern == null) {
      problems.accept(
          TOPICS, "Either " + TOPICS + " or " + TOPICS_PATTERN + " must say what to read");
    } else if (listed && pattern != null) {
      problems.accept(
          TOPICS_PATTERN, "Only one of " + TOPICS + " and " + TOPICS_PATTERN + " may be set");
    }
    int inFlight = getInt(MAX_IN_FLIGHT_MESSAGES);
    if (inFlight < getList(TOPICS).size()) {
      problems.accept(
          MAX_IN_FLIGHT_MESSAGES, "must be at least the number of topics, since each needs a slot");
    }
    if (getInt(MAX_UNACKED) > 0 && inFlight >= getInt(MAX_UNACKED)) {
      problems.accept(MAX_IN_FLIGHT_MESSAGES, "must be less than " + MAX_UNACKED);
    }
    SubscriptionType type = subscriptionType();
    if (getInt(CONSUMERS_PER_QUEUE) > 1 && type == SubscriptionType.Exclusive) {
      problems.accept(
          SUBSCRIPTION_TYPE,
          "Exclusive allows one consumer, but " + CONSUMERS_PER_QUEUE + " asks for more");
    }
    settings.check(problems);
    PassThrough.CONSUMER.check(this, this::tryConsumerSettings, problems);
  }

  /** A client that never connects, since only a client hands out builders. */
  private void tryConsumerSettings(Map<String, Object> passed) {
    try (PulsarClient client = PulsarClient.builder().serviceUrl("pulsar://127.0.0.1:1").build()) {
      client.newConsumer().loadConf(passed);
    } catch (PulsarClientException e) {
      throw new IllegalStateException("a client could not be made", e);
    }
  }

  @Override
  public List<String> queues() {
    return pattern == null ? getList(TOPICS) : List.of(pattern.pattern());
  }

  @Override
  public String queuesSetting() {
    return pattern == null ? TOPICS : TOPICS_PATTERN;
  }

  /**
   * Looks for the listed topics.
   *
   * @return how many partitions each has; 0 for one that is not partitioned
   * @throws BrokerException naming the setting at fault when a topic is missing, or when the bound
   *     in flight cannot be kept with so many partitions
   */
  List<Integer> partitions(PulsarClients clients, PulsarClient client, Duration limit)
      throws BrokerException {
    List<Integer> partitions = new ArrayList<>();
    for (String topic : queues()) {
      List<String> found = clients.partitions(client, topic, limit);
      partitions.add(found.size() == 1 && !found.get(0).contains("-partition-") ? 0 : found.size());
    }
    int least = partitions.stream().mapToInt(ReceiverQueues::least).sum();
    if (getInt(MAX_IN_FLIGHT_MESSAGES) < least) {
      throw BrokerException.misconfigured(
          MAX_IN_FLIGHT_MESSAGES,
          "must be at least "
              + least
              + ", since the topics have "
              + partitions.stream().mapToInt(Integer::intValue).sum()
              + " partitions",
          null);
    }
    return partitions;
  }

  /** Null where the topics are listed. */
  Pattern pattern() {
    return pattern;
  }

  String subscriptionName() {
    return getString(SUBSCRIPTION_NAME).strip();
  }

  SubscriptionType subscriptionType() {
    return TYPES.parse(SUBSCRIPTION_TYPE, getString(SUBSCRIPTION_TYPE));
  }

  SubscriptionInitialPosition initialPosition() {
    return POSITIONS.parse(INITIAL_POSITION, getString(INITIAL_POSITION));
  }

  /** What passes to the client's consumer. */
  Map<String, Object> consumerSettings() {
    return PassThrough.CONSUMER.of(this);
  }

  /** Clients for these settings, with a failure table that has not seen them work. */
  PulsarClients clients() {
    return new PulsarClients(settings, queuesSetting(), SUBSCRIPTION_TYPE);
  }

  private static Pattern compile(String setting, String text) {
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new ConfigException(setting + " is no regular expression: " + e.getDescription());
    }
  }

  private static final class PatternValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      if (value != null) {
        compile(setting, value.toString());
      }
    }

    @Override
    public String toString() {
      return "a regular expression";
    }
  }
}
