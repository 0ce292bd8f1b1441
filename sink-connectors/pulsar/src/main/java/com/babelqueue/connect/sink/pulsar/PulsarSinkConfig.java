package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.pulsar.PassThrough;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarSettings;
import com.babelqueue.connect.broker.pulsar.PulsarTopic;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.pulsar.client.api.BatcherBuilder;
import org.apache.pulsar.client.api.ProducerBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/**
 * The settings of the Pulsar sink: the topic, how messages are batched, and everything that {@link
 * PulsarSettings} and {@link SinkConfig} share with other connectors. Immutable; any thread may
 * read it.
 */
public final class PulsarSinkConfig extends SinkConfig {
  /** The topic to write. */
  public static final String TOPIC = "pulsar.topic";

  /** Whether a missing topic may be made. */
  public static final String TOPIC_CREATE = "pulsar.topic.create";

  /** Which messages travel in one batch. */
  public static final String BATCHING = "pulsar.batching";

  /** The client begins another batch where this many bytes of bodies would be exceeded. */
  static final int BATCH_BYTES = 128 * 1024;

  private static final EnumSetting<BatchingMode> MODES = EnumSetting.of(BatchingMode.class);

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  /** What begins a template whose tenant and namespace are the same for every record. */
  private static final Pattern NAMESPACE =
      Pattern.compile("(?:persistent://)?[^/$]+/[^/$]+/.*|[^/]*");

  private final PulsarSettings settings;
  private final NameTemplate topic;

  /**
   * @param props the connector's or the task's settings
   * @throws ConfigException naming the key at fault
   */
  PulsarSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new PulsarSettings(this);
    this.topic = NameTemplate.parse(TOPIC, getString(TOPIC), VARIABLES);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Topic")
        .key(
            TOPIC,
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            new NameTemplate.Validator(VARIABLES),
            Importance.HIGH,
            "Topic",
            "The topic to write, as orders, tenant/namespace/orders or persistent://tenant/namespace/orders, or a "
                + "template such as ${meta.queue}. A record without a value for one of the variables has no "
                + "destination.")
        .key(
            TOPIC_CREATE,
            Type.BOOLEAN,
            false,
            null,
            Importance.MEDIUM,
            "Make topics",
            "Whether a topic that does not exist is made, where the cluster makes topics by itself. A new topic has no "
                + "subscription, and what is sent before there is one is not kept, unless "
                + PassThrough.PRODUCER.prefix()
                + "initialSubscriptionName names one to make with it. If not, a missing topic stops the task, or is the "
                + "fault of the record where "
                + TOPIC
                + " is a template.")
        .key(
            BATCHING,
            Type.STRING,
            EnumSetting.text(BatchingMode.TOPIC),
            MODES,
            Importance.MEDIUM,
            "Batches",
            "Which messages travel in one batch: topic (those that follow one another, so that the topic keeps their "
                + "order), key (those of one key, for consumers of Key_Shared subscriptions, which would get whole "
                + "batches of mixed keys otherwise; order is kept for each key only) or none. No message waits for a "
                + "fuller batch. Other settings of the client's producer pass through, such as "
                + PassThrough.PRODUCER.prefix()
                + "compressionType.");
    PulsarSettings.define(def);
    return defineCommon(def);
  }

  /** Reports what single-key validators cannot see. */
  void check(BiConsumer<String, String> problems) {
    String text = getString(TOPIC).strip();
    if (topic.isFixed()) {
      try {
        fixedTopic();
      } catch (ConfigException e) {
        problems.accept(TOPIC, e.getMessage());
      }
    } else if (text.contains("://") && !text.startsWith("persistent://")) {
      problems.accept(TOPIC, TOPIC + ": only persistent topics keep what is sent to them");
    }
    settings.check(problems);
    PassThrough.PRODUCER.check(this, this::tryProducerSettings, problems);
  }

  /** A client that never connects, since only a client hands out builders. */
  private void tryProducerSettings(Map<String, Object> passed) {
    try (PulsarClient client = PulsarClient.builder().serviceUrl("pulsar://127.0.0.1:1").build()) {
      client.newProducer().loadConf(passed);
    } catch (PulsarClientException e) {
      throw new IllegalStateException("a client could not be made", e);
    }
  }

  @Override
  public NameTemplate destination() {
    return topic;
  }

  @Override
  public String destinationSetting() {
    return TOPIC;
  }

  /**
   * The topic that every record goes to.
   *
   * @throws ConfigException when it is no persistent topic
   */
  String fixedTopic() {
    String name = getString(TOPIC);
    return PulsarTopic.parse(TOPIC, name).fullName();
  }

  boolean createsTopics() {
    return getBoolean(TOPIC_CREATE);
  }

  /** Clients for these settings, with a failure table that has not seen them work. */
  PulsarClients clients() {
    return new PulsarClients(settings, TOPIC, null);
  }

  /**
   * Asks the cluster about the namespace of the topics.
   *
   * @return false where records name that too, so that nothing was asked
   * @throws BrokerException when the cluster cannot be reached or refuses the login
   */
  boolean reach(PulsarClients clients, PulsarClient client, Duration limit) throws BrokerException {
    String text = getString(TOPIC).strip();
    if (!NAMESPACE.matcher(text).matches()) {
      return false;
    }
    int variable = text.indexOf("${");
    clients.reach(client, variable < 0 ? text : text.substring(0, variable), limit);
    return true;
  }

  /**
   * A producer's settings. Nothing of the client's may block or refuse for want of room, since the
   * engine bounds what is in flight; and the client gives up before the engine does, so that it
   * says what happened.
   *
   * @param batched whether messages may share batches
   */
  ProducerBuilder<byte[]> producer(PulsarClient client, String name, boolean batched) {
    long sendTimeout = Math.min(Integer.MAX_VALUE, getLong(SEND_TIMEOUT) / 4 * 3);
    ProducerBuilder<byte[]> builder =
        client
            .newProducer()
            .loadConf(PassThrough.PRODUCER.of(this))
            .topic(name)
            .sendTimeout((int) sendTimeout, TimeUnit.MILLISECONDS)
            .blockIfQueueFull(false)
            .maxPendingMessages(0)
            .enableChunking(false)
            .enableBatching(batched);
    if (batching() == BatchingMode.KEY) {
      builder.batcherBuilder(BatcherBuilder.KEY_BASED);
    }
    // Every send ends with a flush; the delay only has to be long enough not to cut batches short.
    return batched
        ? builder.batchingMaxBytes(BATCH_BYTES).batchingMaxPublishDelay(10, TimeUnit.MILLISECONDS)
        : builder;
  }

  BatchingMode batching() {
    return MODES.parse(BATCHING, getString(BATCHING));
  }
}
