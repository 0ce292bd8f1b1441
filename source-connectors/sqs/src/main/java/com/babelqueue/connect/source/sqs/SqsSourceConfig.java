package com.babelqueue.connect.source.sqs;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.sqs.SqsQueue;
import com.babelqueue.connect.broker.sqs.SqsSettings;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * The settings of the SQS source: the queues, how they are read, and everything that {@link
 * SqsSettings} and {@link SourceConfig} share with other connectors. Immutable; any thread may read
 * it.
 */
public final class SqsSourceConfig extends SourceConfig {
  /** The queues to read. */
  public static final String QUEUES = "sqs.queues";

  /** How long one receive call waits for messages, in seconds. */
  public static final String WAIT = "sqs.wait.seconds";

  /** How long a received message stays invisible between renewals, in seconds. */
  public static final String VISIBILITY_TIMEOUT = "sqs.visibility.timeout.seconds";

  /** How many batches of settlements go out at once. */
  public static final String SETTLE_THREADS = "sqs.settle.threads";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  private static final int DEFAULT_WAIT_SECONDS = 1;

  /** Means the queue's own attribute. */
  private static final int QUEUE_DECIDES = 0;

  /** SQS's longest visibility timeout: 12 hours. */
  private static final int MAX_VISIBILITY_SECONDS = 43_200;

  /** Hides a call to SQS of about 20 ms well enough for some 2,000 messages a second. */
  private static final int DEFAULT_SETTLE_THREADS = 4;

  private final SqsSettings settings;
  private final List<SqsQueue> references;

  /**
   * @param props the connector's or the task's settings
   */
  SqsSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new SqsSettings(this);
    this.references = queues().stream().map(queue -> SqsQueue.parse(QUEUES, queue)).toList();
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queues")
        .key(
            QUEUES,
            Type.LIST,
            NO_DEFAULT_VALUE,
            new SqsQueue.ListValidator(),
            Importance.HIGH,
            "Queues",
            "The queues to read, by name, URL or ARN. Each is read by one task, and they are dealt out to at most "
                + "tasks.max tasks.")
        .key(
            WAIT,
            Type.INT,
            DEFAULT_WAIT_SECONDS,
            Range.between(1, 20),
            Importance.LOW,
            "Long polling",
            "How long one receive call waits for messages, in seconds. A longer wait makes fewer calls to an empty "
                + "queue. But a task that stops does not sit a long wait out, and messages that SQS hands to the "
                + "abandoned call stay invisible until the visibility timeout is over.")
        .key(
            VISIBILITY_TIMEOUT,
            Type.INT,
            QUEUE_DECIDES,
            Range.between(0, MAX_VISIBILITY_SECONDS),
            Importance.LOW,
            "Visibility timeout",
            "How long a received message stays invisible to others, in seconds; 0 takes the queue's own attribute. It "
                + "is renewed until the message is settled, so it need not cover Kafka's delays, only a lost "
                + "renewal. After a crash, messages come again when it is over.")
        .key(
            SETTLE_THREADS,
            Type.INT,
            DEFAULT_SETTLE_THREADS,
            Range.between(1, 32),
            Importance.LOW,
            "Settlement threads",
            "How many batches of ten messages are deleted, renewed or handed back at the same time.");
    SqsSettings.define(def);
    return defineCommon(def);
  }

  @Override
  public List<String> queues() {
    return getList(QUEUES);
  }

  @Override
  public String queuesSetting() {
    return QUEUES;
  }

  /** {@link #queues()} as references, in the same order. */
  List<SqsQueue> references() {
    return references;
  }

  SqsSettings settings() {
    return settings;
  }

  Duration longPoll() {
    return Duration.ofSeconds(getInt(WAIT));
  }

  /** Zero where each queue's own attribute holds. */
  Duration visibilityTimeout() {
    return Duration.ofSeconds(getInt(VISIBILITY_TIMEOUT));
  }

  int settleThreads() {
    return getInt(SETTLE_THREADS);
  }
}
