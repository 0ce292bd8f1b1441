package com.babelqueue.connect.sink.sqs;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.broker.sqs.SqsQueue;
import com.babelqueue.connect.broker.sqs.SqsSettings;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * The settings of the SQS sink: the queue, how it is written, and everything that {@link
 * SqsSettings} and {@link SinkConfig} share with other connectors. Immutable; any thread may read
 * it.
 */
public final class SqsSinkConfig extends SinkConfig {
  /** The queue to write, or a template of it. */
  public static final String QUEUE = "sqs.queue";

  /** The message group on FIFO queues. */
  public static final String GROUP_ID = "sqs.message.group.id";

  /** Whether SQS is to make deduplication ids from bodies. */
  public static final String CONTENT_DEDUPLICATION = "sqs.content.based.deduplication";

  /** The most bytes of one batch. */
  public static final String BATCH_BYTES = "sqs.batch.bytes";

  /** How many batches are under way at once. */
  public static final String SEND_THREADS = "sqs.send.threads";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  /** Means the queue's own attribute. */
  private static final int QUEUE_DECIDES = 0;

  /** SQS's limit for all messages of one batch together. */
  private static final int MAX_BATCH_BYTES = 1024 * 1024;

  /** Hides a call to SQS of about 20 ms well enough for some 2,000 messages a second. */
  private static final int DEFAULT_SEND_THREADS = 4;

  private final SqsSettings settings;
  private final NameTemplate destination;
  private final NameTemplate groupId;

  /**
   * @param props the connector's or the task's settings
   */
  SqsSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new SqsSettings(this);
    this.destination = NameTemplate.parse(QUEUE, getString(QUEUE), VARIABLES);
    this.groupId =
        getString(GROUP_ID) == null
            ? null
            : NameTemplate.parse(GROUP_ID, getString(GROUP_ID), VARIABLES);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queue")
        .key(
            QUEUE,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new QueueTemplate(VARIABLES),
            Importance.HIGH,
            "Queue",
            "The queue to write, by name, URL or ARN, or a template that names one for each record. A record whose "
                + "queue does not exist is a record fault where this is a template, and fails the task where it is "
                + "not.")
        .key(
            GROUP_ID,
            Type.STRING,
            null,
            new NameTemplate.Validator(VARIABLES),
            Importance.MEDIUM,
            "Message group",
            "On FIFO queues, the message group of each record; SQS keeps the order inside a group. Without it, and for "
                + "a record that has no value for a variable of it, the queue's name is the group. ${key} keeps the "
                + "order of each key, as the topic does.")
        .key(
            CONTENT_DEDUPLICATION,
            Type.BOOLEAN,
            false,
            null,
            Importance.LOW,
            "Content-based deduplication",
            "On FIFO queues, whether SQS makes the deduplication id from the body, which the queue must allow. "
                + "Without it the id is meta.id. Either way SQS swallows a second message of the same id within five "
                + "minutes.")
        .key(
            BATCH_BYTES,
            Type.INT,
            QUEUE_DECIDES,
            Range.between(0, MAX_BATCH_BYTES),
            Importance.LOW,
            "Batch bytes",
            "The most bytes of one batch of up to ten messages, attributes included; 0 takes the queue's own limit of "
                + "a single message, which no server exceeds in a batch. A larger message travels alone.")
        .key(
            SEND_THREADS,
            Type.INT,
            DEFAULT_SEND_THREADS,
            Range.between(1, 32),
            Importance.LOW,
            "Send threads",
            "How many batches are sent at the same time. A FIFO message group is never in two of them.");
    SqsSettings.define(def);
    return defineCommon(def);
  }

  @Override
  public NameTemplate destination() {
    return destination;
  }

  @Override
  public String destinationSetting() {
    return QUEUE;
  }

  /** The queue that every record goes to; empty where it depends on the record. */
  Optional<SqsQueue> fixedQueue() {
    return destination.isFixed()
        ? Optional.of(SqsQueue.parse(QUEUE, getString(QUEUE)))
        : Optional.empty();
  }

  /** Builds clients; see {@link SqsClients#open}. */
  SqsClients open() throws BrokerException {
    return SqsClients.open(settings, QUEUE, fixedQueue().stream().toList());
  }

  SqsSettings settings() {
    return settings;
  }

  /** Null where the queue's name is the group. */
  NameTemplate groupId() {
    return groupId;
  }

  boolean contentBasedDeduplication() {
    return getBoolean(CONTENT_DEDUPLICATION);
  }

  /** The most bytes of a batch to a queue that takes single messages of this size. */
  int batchBytes(int maxMessageBytes) {
    int set = getInt(BATCH_BYTES);
    return set == QUEUE_DECIDES ? maxMessageBytes : set;
  }

  int sendThreads() {
    return getInt(SEND_THREADS);
  }

  Duration sendTimeout() {
    return Duration.ofMillis(getLong(SEND_TIMEOUT));
  }
}
