package com.babelqueue.connect.source;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.config.EnumSetting;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

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

  /** The first reconnect delay, in ms. */
  public static final String RECONNECT_BACKOFF = "reconnect.backoff.ms";

  /** The longest reconnect delay, in ms. */
  public static final String RECONNECT_BACKOFF_MAX = "reconnect.backoff.max.ms";

  /** Whether validation tries the broker. */
  public static final String VALIDATE_CONNECTION = "validate.connection";

  /** Which task of the connector this is; set by the connector, never by a user. */
  static final String TASK_ID = "task.id";

  /** What the dead-letter topic is called unless a setting says otherwise (DLQ-1). */
  private static final String DEFAULT_DEAD_LETTER_TOPIC = "${topic}.dlq";

  /** The Kafka producer's own default of {@code max.request.size}. */
  private static final int DEFAULT_MAX_RECORD_BYTES = 1024 * 1024;

  /** A Kafka 4 topic refuses timestamps further ahead than this by default. */
  private static final long DEFAULT_MAX_AHEAD_MS = 3_600_000L;

  /** Written like the envelope's own field. */
  private static final EnumSetting<TimestampSource> TIMESTAMPS =
      EnumSetting.of(TimestampSource.class, source -> source.name().toLowerCase(Locale.ROOT));

  private static final EnumSetting<PoisonPolicy> POISON_POLICIES =
      EnumSetting.of(PoisonPolicy.class);

  private static final EnumSetting<HeaderFormat> HEADER_FORMATS =
      EnumSetting.of(HeaderFormat.class);

  private static final EnumSetting<OversizePolicy> OVERSIZE_POLICIES =
      EnumSetting.of(OversizePolicy.class);

  private static final EnumSetting<DroppedRecords> DROPPED = EnumSetting.of(DroppedRecords.class);

  private static final EnumSetting<AttemptsWrite> ATTEMPTS_WRITES =
      EnumSetting.of(AttemptsWrite.class);

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
    new ConfigSection(def, "Kafka")
        .key(
            TOPIC,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new TopicTemplate.Validator(TopicTemplate.SOURCE_VARIABLES),
            Importance.HIGH,
            "Kafka topic",
            "The topic that records go to: a name, or a template with ${queue} (the queue as the settings name it), "
                + "${meta.queue} (the envelope's logical queue) and ${urn} (the message URN).")
        .key(
            KEY,
            Type.STRING,
            "none",
            new KeySource.Validator(),
            Importance.MEDIUM,
            "Record key",
            "What becomes the record key: none, id (meta.id), trace_id, group (the broker's own ordering key: message "
                + "group, session, routing or partition key) or header:NAME (a native header). A message that lacks "
                + "the value gets a null key.")
        .key(
            TIMESTAMP,
            Type.STRING,
            "created_at",
            TIMESTAMPS,
            Importance.LOW,
            "Record timestamp",
            "What becomes the record timestamp: created_at (meta.created_at, the time the message was produced) or "
                + "received (now; for backlogs older than the topic's retention).")
        .key(
            TIMESTAMP_MAX_AHEAD,
            Type.LONG,
            DEFAULT_MAX_AHEAD_MS,
            Range.atLeast(0),
            Importance.LOW,
            "Timestamp limit",
            "How far ahead of this machine's clock, in ms, a record timestamp may lie. Later ones are refused by "
                + "topics of Kafka 4 (message.timestamp.after.max.ms) and go the way of poison.policy instead.")
        .key(
            MAX_RECORD_BYTES,
            Type.INT,
            DEFAULT_MAX_RECORD_BYTES,
            Range.atLeast(1024),
            Importance.MEDIUM,
            "Largest record",
            "The largest record in bytes, key, headers and overhead included, that the producer and the topic take. "
                + "Keep it at or below the producer's max.request.size and the topic's max.message.bytes. Larger "
                + "messages follow oversize.policy.");
    new ConfigSection(def, "Flow")
        .key(
            MAX_IN_FLIGHT_MESSAGES,
            Type.INT,
            1000,
            Range.between(1, 60_000),
            Importance.MEDIUM,
            "Messages in flight",
            "The most messages one task holds between their receipt and their settlement. A crash leaves at most so "
                + "many duplicates.")
        .key(
            MAX_IN_FLIGHT_BYTES,
            Type.LONG,
            64L * 1024 * 1024,
            Range.atLeast(1024),
            Importance.MEDIUM,
            "Bytes in flight",
            "The most bytes of messages one task holds between receipt and settlement. Checked before each receive, "
                + "so one receive call may overshoot it.")
        .key(
            MAX_BATCH_RECORDS,
            Type.INT,
            500,
            Range.between(1, 10_000),
            Importance.LOW,
            "Records per poll",
            "The most records that one poll hands to Connect, and the most that are read ahead of it.")
        .key(
            CONSUMERS_PER_QUEUE,
            Type.INT,
            1,
            Range.between(1, 100),
            Importance.LOW,
            "Tasks per queue",
            "How many tasks may read the same queue, within tasks.max. More than one gives up the queue's order.")
        .key(
            RECONNECT_BACKOFF,
            Type.LONG,
            250L,
            Range.atLeast(1),
            Importance.LOW,
            "First reconnect delay",
            "The first delay in ms after a lost connection; it doubles, with jitter, up to "
                + RECONNECT_BACKOFF_MAX
                + ".")
        .key(
            RECONNECT_BACKOFF_MAX,
            Type.LONG,
            30_000L,
            Range.atLeast(1),
            Importance.LOW,
            "Longest reconnect delay",
            "The longest delay in ms between two attempts to reach the broker.")
        .key(
            VALIDATE_CONNECTION,
            Type.BOOLEAN,
            true,
            null,
            Importance.LOW,
            "Try the broker on validation",
            "Whether validation connects to the broker (for at most 5 s) and looks for the queues.");
    new ConfigSection(def, "Failure")
        .key(
            POISON_POLICY,
            Type.STRING,
            "dead-letter-topic",
            POISON_POLICIES,
            Importance.HIGH,
            "Poison messages",
            "What happens to a message that is not an acceptable envelope, that the version gate refuses, or that "
                + "Kafka would never take: dead-letter-topic (body and native headers byte for byte, the reason in "
                + "headers), reject (the broker's own dead-letter way), fail (stop the task) or forward (bridge the "
                + "body raw, without bq- headers, for queues that do not speak BabelQueue).")
        .key(
            DEAD_LETTER_TOPIC,
            Type.STRING,
            DEFAULT_DEAD_LETTER_TOPIC,
            new TopicTemplate.Validator(TopicTemplate.DEAD_LETTER_VARIABLES),
            Importance.MEDIUM,
            "Dead-letter topic",
            "The topic for dead letters: a name, or a template with ${topic} and ${queue}. Where the topic is not "
                + "known, because its template needs a field that the message lacks, ${topic} is the queue's name.")
        .key(
            MAX_DELIVERIES,
            Type.INT,
            0,
            Range.atLeast(0),
            Importance.LOW,
            "Delivery limit",
            "Sends a message the way of poison.policy when the broker has delivered it more often than this; 0 is off. "
                + "Only for brokers that count deliveries.")
        .key(
            OVERSIZE_POLICY,
            Type.STRING,
            "hold",
            OVERSIZE_POLICIES,
            Importance.LOW,
            "Oversized messages",
            "What happens to a message larger than "
                + MAX_RECORD_BYTES
                + ", which no topic could take: hold (keep it "
                + "unsettled, log an error and go on with the others; it is handed back when the task stops), reject "
                + "(the broker's own dead-letter way) or fail (stop the task).")
        .key(
            DROPPED_RECORDS,
            Type.STRING,
            "settle",
            DROPPED,
            Importance.MEDIUM,
            "Dropped records",
            "What happens to a message whose record a transform filtered out, or whose failure errors.tolerance=all "
                + "swallowed: settle (it is done), reject (the broker's own dead-letter way) or release (hand it back).");
    new ConfigSection(def, "Headers")
        .key(
            HEADERS_INCLUDE,
            Type.LIST,
            List.of("*"),
            null,
            Importance.LOW,
            "Headers carried",
            "Native headers to carry, as names in which * stands for any text. The binding's own contract names are "
                + "never carried, since the bq- headers replace them.")
        .key(
            HEADERS_EXCLUDE,
            Type.LIST,
            List.of(),
            null,
            Importance.LOW,
            "Headers left behind",
            "Native headers to leave behind, as names in which * stands for any text. Stronger than "
                + HEADERS_INCLUDE
                + ".")
        .key(
            HEADERS_METADATA,
            Type.BOOLEAN,
            false,
            null,
            Importance.LOW,
            "Metadata headers",
            "Whether the broker's own metadata (message id, sent time, group, exchange, sequence number) is added as "
                + "headers under the broker's prefix.")
        .key(
            HEADERS_FORMAT,
            Type.STRING,
            "auto",
            HEADER_FORMATS,
            Importance.MEDIUM,
            "Header format",
            "The type in which header values reach the header converter: text (strings, right for StringConverter and "
                + "SimpleHeaderConverter), bytes (right for ByteArrayConverter), typed (the broker's types, for "
                + "JsonConverter) or auto (chosen by this connector's header.converter; text where it has none).")
        .key(
            ATTEMPTS_WRITE,
            Type.STRING,
            "header",
            ATTEMPTS_WRITES,
            Importance.LOW,
            "Attempts written to",
            "Where attempts go when the broker's delivery count is higher than the envelope's: header (bq-attempts "
                + "only, the body stays byte for byte) or both (the body's counter is replaced too).");
    return def;
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
    return TopicTemplate.parse(TOPIC, getString(TOPIC), TopicTemplate.SOURCE_VARIABLES);
  }

  final TopicTemplate deadLetterTopic() {
    return TopicTemplate.parse(
        DEAD_LETTER_TOPIC, getString(DEAD_LETTER_TOPIC), TopicTemplate.DEAD_LETTER_VARIABLES);
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
