package com.babelqueue.connect.sink.servicebus;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures;
import com.babelqueue.connect.broker.servicebus.ServiceBusSettings;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * The settings of the Service Bus sink: the queue or topic, how it is written, and everything that
 * {@link ServiceBusSettings} and {@link SinkConfig} share with other connectors. Immutable; any
 * thread may read it.
 */
public final class ServiceBusSinkConfig extends SinkConfig {
  /** The queue or topic to write, or a template of it. */
  public static final String ENTITY = "servicebus.entity";

  /** The session of each message. */
  public static final String SESSION_ID = "servicebus.session.id";

  /** The partition key of each message. */
  public static final String PARTITION_KEY = "servicebus.partition.key";

  /** The most bytes of one batch. */
  public static final String BATCH_BYTES = "servicebus.batch.bytes";

  /** How many batches are under way at once. */
  public static final String SEND_CONCURRENCY = "servicebus.send.concurrency";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  /** What Service Bus takes as a batch on a premium namespace, whatever single messages may be. */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  /** Hides some 20 ms a call where every message has a session of its own. */
  private static final int DEFAULT_CONCURRENCY = 64;

  private final ServiceBusSettings settings;
  private final NameTemplate destination;
  private final NameTemplate sessionId;
  private final NameTemplate partitionKey;

  /**
   * @param props the connector's or the task's settings
   * @throws ConfigException naming the key at fault
   */
  ServiceBusSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new ServiceBusSettings(this);
    this.destination = NameTemplate.parse(ENTITY, getString(ENTITY), VARIABLES);
    this.sessionId = template(SESSION_ID);
    this.partitionKey = template(PARTITION_KEY);
  }

  private NameTemplate template(String key) {
    return getString(key) == null ? null : NameTemplate.parse(key, getString(key), VARIABLES);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queue or topic")
        .key(
            ENTITY,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new EntityTemplate(),
            Importance.HIGH,
            "Queue or topic",
            "The queue or topic to write, by name, or a template that names one for each record. A record whose queue "
                + "or topic does not exist is a record fault where this is a template, and fails the task where it is "
                + "not.")
        .key(
            SESSION_ID,
            Type.STRING,
            null,
            new NameTemplate.Validator(VARIABLES),
            Importance.MEDIUM,
            "Session",
            "The session of each record, usually ${key}; queues and subscriptions with sessions need one, and keep the "
                + "order inside it. A record that has no value for a variable of it is sent without a session.")
        .key(
            PARTITION_KEY,
            Type.STRING,
            null,
            new NameTemplate.Validator(VARIABLES),
            Importance.LOW,
            "Partition key",
            "On partitioned queues and topics, what decides about the partition of each record and keeps their order "
                + "inside it. A session is a partition key by itself, so where both are set they must be the same.")
        .key(
            BATCH_BYTES,
            Type.INT,
            MAX_BATCH_BYTES,
            Range.between(1024, MAX_BATCH_BYTES),
            Importance.LOW,
            "Batch bytes",
            "The most bytes, about, of one batch; where the queue or topic takes less, its own limit counts. A larger "
                + "message travels alone.")
        .key(
            SEND_CONCURRENCY,
            Type.INT,
            DEFAULT_CONCURRENCY,
            Range.between(1, 1_000),
            Importance.LOW,
            "Send concurrency",
            "How many batches are under way at the same time: one for each session or partition key, or for each queue "
                + "or topic where there is neither.");
    ServiceBusSettings.define(def);
    return defineCommon(def);
  }

  @Override
  public NameTemplate destination() {
    return destination;
  }

  @Override
  public String destinationSetting() {
    return ENTITY;
  }

  /** The queue or topic that every record goes to; empty where it depends on the record. */
  Optional<EntityPath> fixedEntity() {
    return destination.isFixed()
        ? Optional.of(EntityPath.parse(ENTITY, getString(ENTITY)))
        : Optional.empty();
  }

  ServiceBusSettings settings() {
    return settings;
  }

  ServiceBusFailures failures() {
    return new ServiceBusFailures(settings, ENTITY, SESSION_ID);
  }

  /** Null where messages have no session. */
  NameTemplate sessionId() {
    return sessionId;
  }

  /** Null where messages have no partition key. */
  NameTemplate partitionKey() {
    return partitionKey;
  }

  int batchBytes() {
    return getInt(BATCH_BYTES);
  }

  int sendConcurrency() {
    return getInt(SEND_CONCURRENCY);
  }

  Duration sendTimeout() {
    return Duration.ofMillis(getLong(SEND_TIMEOUT));
  }
}
