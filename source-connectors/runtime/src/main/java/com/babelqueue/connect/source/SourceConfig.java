package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.idempotency.IdempotencySettings;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.TopicTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings that every source connector has, whichever broker it reads: where records go, how
 * much may be in flight, and what happens to a message that Kafka or the contract refuses.
 *
 * <p>A broker's own configuration extends it with the broker's keys. Immutable after construction;
 * any thread may read it.
 */
public abstract class SourceConfig extends AbstractConfig {
  /** The destination topic or topic template. */
  public static final String TOPIC = "kafka.topic";

  /** What becomes the record key. */
  public static final String KEY = "kafka.key";

  /** What becomes the record timestamp. */
  public static final String TIMESTAMP = "kafka.timestamp";

  /** How far ahead of this machine's clock a record timestamp may lie, in ms. */
  public static final String TIMESTAMP_MAX_AHEAD = "kafka.timestamp.max.ahead.ms";

  /** The largest record Kafka takes, in bytes. */
  public static final String MAX_RECORD_BYTES = "max.record.bytes";

  /** The bound on received but unsettled messages of one task. */
  public static final String MAX_IN_FLIGHT_MESSAGES = "max.in.flight.messages";

  /** The bound on the bytes of received but unsettled messages of one task. */
  public static final String MAX_IN_FLIGHT_BYTES = "max.in.flight.bytes";

  /** The most records one poll returns. */
  public static final String MAX_BATCH_RECORDS = "max.batch.records";

  /** How many tasks may read the same queue. */
  public static final String CONSUMERS_PER_QUEUE = "consumers.per.queue";

  /** What happens to a message that is no acceptable envelope. */
  public static final String POISON_POLICY = "poison.policy";

  /** The topic that takes dead letters. */
  public static final String DEAD_LETTER_TOPIC = "dead.letter.topic";

  /** After how many deliveries a message counts as poison. */
  public static final String MAX_DELIVERIES = "max.deliveries";

  /** What happens to a message too large for Kafka. */
  public static final String OVERSIZE_POLICY = "oversize.policy";

  /** What happens to a message whose record was dropped on its way to Kafka. */
  public static final String DROPPED_RECORDS = "dropped.records";

  /** Native headers to carry. */
  public static final String HEADERS_INCLUDE = "headers.include";

  /** Native headers to leave behind. */
  public static final String HEADERS_EXCLUDE = "headers.exclude";

  /** Whether native metadata travels as headers. */
  public static final String HEADERS_METADATA = "headers.metadata";

  /** The Java type of header values handed to the header converter. */
  public static final String HEADERS_FORMAT = "headers.format";

  /** Where reconciled attempts are written. */
  public static final String ATTEMPTS_WRITE = "attempts.write";

  /** Which task of the connector this is; set by the connector, never by a user. */
  static final String TASK_ID = "task.id";

  /** The queue as the settings name it, as a template's variable. */
  static final String VARIABLE_QUEUE = "queue";

  /** The envelope's logical queue, as a template's variable. */
  static final String VARIABLE_META_QUEUE = "meta.queue";

  /** The message URN, as a template's variable. */
  static final String VARIABLE_URN = "urn";

  /** The destination topic, as a variable of the dead-letter topic. */
  static final String VARIABLE_TOPIC = "topic";

  /** What the destination topic may name. */
  static final Set<String> TOPIC_VARIABLES =
      Set.of(VARIABLE_QUEUE, VARIABLE_META_QUEUE, VARIABLE_URN);

  /** What the dead-letter topic may name. */
  static final Set<String> DEAD_LETTER_VARIABLES = Set.of(VARIABLE_TOPIC, VARIABLE_QUEUE);

  /** Written like the envelope's own field. */
  static final EnumSetting<TimestampSource> TIMESTAMPS =
      EnumSetting.of(TimestampSource.class, source -> source.name().toLowerCase(Locale.ROOT));

  static final EnumSetting<PoisonPolicy> POISON_POLICIES = EnumSetting.of(PoisonPolicy.class);

  static final EnumSetting<HeaderFormat> HEADER_FORMATS = EnumSetting.of(HeaderFormat.class);

  static final EnumSetting<OversizePolicy> OVERSIZE_POLICIES = EnumSetting.of(OversizePolicy.class);

  static final EnumSetting<DroppedRecords> DROPPED = EnumSetting.of(DroppedRecords.class);

  static final EnumSetting<AttemptsWrite> ATTEMPTS_WRITES = EnumSetting.of(AttemptsWrite.class);

  /**
   * @param definition the broker's keys and, through {@link #defineCommon}, the common ones
   * @param props the connector's or the task's settings
   */
  protected SourceConfig(ConfigDef definition, Map<String, String> props) {
    super(definition, props);
  }

  /**
   * Adds the common keys behind a broker's own.
   *
   * @return the same definition, for chaining
   */
  protected static ConfigDef defineCommon(ConfigDef def) {
    return SourceDefinition.addTo(def);
  }

  /** The queues to read, as the settings name them; of a task, only its own. */
  public abstract List<String> queues();

  /**
   * The key that {@link #queues()} comes from, so that a connector can deal queues out to tasks.
   */
  public abstract String queuesSetting();

  /** The connector's name; {@code unnamed} where Connect has not said. */
  public final String connectorName() {
    return originalsStrings().getOrDefault("name", "unnamed");
  }

  /** The number of the task; 0 for the connector itself. */
  public final int taskId() {
    return Integer.parseInt(originalsStrings().getOrDefault(TASK_ID, "0"));
  }

  final TopicTemplate topic() {
    return TopicTemplate.parse(TOPIC, getString(TOPIC), TOPIC_VARIABLES);
  }

  final TopicTemplate deadLetterTopic() {
    return TopicTemplate.parse(
        DEAD_LETTER_TOPIC, getString(DEAD_LETTER_TOPIC), DEAD_LETTER_VARIABLES);
  }

  final KeySource key() {
    return KeySource.parse(getString(KEY));
  }

  final TimestampSource timestamp() {
    return TIMESTAMPS.parse(TIMESTAMP, getString(TIMESTAMP));
  }

  final PoisonPolicy poisonPolicy() {
    return POISON_POLICIES.parse(POISON_POLICY, getString(POISON_POLICY));
  }

  final OversizePolicy oversizePolicy() {
    return OVERSIZE_POLICIES.parse(OVERSIZE_POLICY, getString(OVERSIZE_POLICY));
  }

  final DroppedRecords droppedRecords() {
    return DROPPED.parse(DROPPED_RECORDS, getString(DROPPED_RECORDS));
  }

  final AttemptsWrite attemptsWrite() {
    return ATTEMPTS_WRITES.parse(ATTEMPTS_WRITE, getString(ATTEMPTS_WRITE));
  }

  final HeaderFormat headerFormat() {
    return HEADER_FORMATS
        .parse(HEADERS_FORMAT, getString(HEADERS_FORMAT))
        .resolve(originalsStrings().get("header.converter"));
  }

  final HeaderFormat keyFormat() {
    return HeaderFormat.AUTO.resolve(originalsStrings().get("key.converter"));
  }

  final IdempotencySettings idempotency() {
    return new IdempotencySettings(this, connectorName());
  }

  final Duration millis(String setting) {
    return Duration.ofMillis(getLong(setting));
  }

  /** What becomes the record timestamp. */
  enum TimestampSource {
    CREATED_AT,
    RECEIVED
  }

  /** What happens to a message that is no acceptable envelope. */
  enum PoisonPolicy {
    DEAD_LETTER_TOPIC,
    REJECT,
    FAIL,
    FORWARD
  }

  /** What happens to a message that is too large for any topic. */
  enum OversizePolicy {
    HOLD,
    REJECT,
    FAIL
  }

  /** What happens to a message whose record never reached Kafka on purpose. */
  enum DroppedRecords {
    SETTLE,
    REJECT,
    RELEASE
  }

  /** Where reconciled attempts are written. */
  enum AttemptsWrite {
    HEADER,
    BOTH
  }
}
