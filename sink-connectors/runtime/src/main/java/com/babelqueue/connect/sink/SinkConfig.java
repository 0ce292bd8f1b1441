package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.idempotency.IdempotencySettings;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.config.TopicTemplate;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * The settings every sink connector has, whichever broker it writes: how much may be in flight, and
 * what happens to a record that the contract or the broker refuses.
 *
 * <p>A broker's own configuration extends it with the broker's keys. Immutable after construction;
 * any thread may read it.
 */
public abstract class SinkConfig extends AbstractConfig {
  /** The bound on sent but unconfirmed messages of one task. */
  public static final String MAX_IN_FLIGHT_MESSAGES = "max.in.flight.messages";

  /** The bound on the bytes of sent but unconfirmed messages of one task. */
  public static final String MAX_IN_FLIGHT_BYTES = "max.in.flight.bytes";

  /** How long a confirmation may take before the connection counts as lost, in ms. */
  public static final String SEND_TIMEOUT = "send.timeout.ms";

  /** What happens to a record without a value. */
  public static final String NULL_VALUES = "null.values";

  /** What happens to a record that is no acceptable envelope. */
  public static final String POISON_POLICY = "poison.policy";

  /** The delays after which a refused delivery is tried again, by way of retry topics. */
  public static final String RETRY_TIERS = "retry.tiers";

  /** How often a delivery is tried before it ends in the dead-letter topic. */
  public static final String MAX_ATTEMPTS = "max.attempts";

  /** The topic that takes dead letters. */
  public static final String DEAD_LETTER_TOPIC = "dead.letter.topic";

  /** Record headers to carry. */
  public static final String HEADERS_INCLUDE = "headers.include";

  /** Record headers to leave behind. */
  public static final String HEADERS_EXCLUDE = "headers.exclude";

  /** Which task of the connector this is; set by the connector, never by a user. */
  static final String TASK_ID = "task.id";

  /** The record's topic, as a template's variable. */
  public static final String VARIABLE_TOPIC = "topic";

  /** The envelope's logical queue, as a template's variable. */
  public static final String VARIABLE_QUEUE = "meta.queue";

  /** The message URN, as a template's variable. */
  public static final String VARIABLE_URN = "urn";

  /** What begins the variable that names a record header. */
  public static final String VARIABLE_HEADER = "header.";

  /** The record's key as text, as a template's variable. */
  public static final String VARIABLE_KEY = "key";

  /** What a template of a sink's settings may name. */
  public static final Set<String> VARIABLES =
      Set.of(VARIABLE_TOPIC, VARIABLE_QUEUE, VARIABLE_URN, VARIABLE_KEY, VARIABLE_HEADER + "*");

  /** What the dead-letter topic may name. */
  static final Set<String> DEAD_LETTER_VARIABLES = Set.of(VARIABLE_TOPIC);

  static final EnumSetting<NullValues> NULL_VALUES_SETTING = EnumSetting.of(NullValues.class);

  static final EnumSetting<PoisonPolicy> POISON_POLICIES = EnumSetting.of(PoisonPolicy.class);

  /**
   * @param definition the broker's keys and, through {@link #defineCommon}, the common ones
   * @param props the connector's or the task's settings
   */
  protected SinkConfig(ConfigDef definition, Map<String, String> props) {
    super(definition, props);
  }

  /**
   * Adds the common keys behind a broker's own.
   *
   * @return the same definition, for chaining
   */
  protected static ConfigDef defineCommon(ConfigDef def) {
    return SinkDefinition.addTo(def);
  }

  /**
   * Where messages go; one destination's messages keep their order. Its variables are {@link
   * #VARIABLES}.
   */
  public abstract NameTemplate destination();

  /** The key that {@link #destination()} comes from, for messages about it. */
  public abstract String destinationSetting();

  /** The connector's name; {@code unnamed} where Connect has not said. */
  public final String connectorName() {
    return originalsStrings().getOrDefault("name", "unnamed");
  }

  /** The number of the task; 0 for the connector itself. */
  public final int taskId() {
    return Integer.parseInt(originalsStrings().getOrDefault(TASK_ID, "0"));
  }

  final NullValues nullValues() {
    return NULL_VALUES_SETTING.parse(NULL_VALUES, getString(NULL_VALUES));
  }

  final PoisonPolicy poisonPolicy() {
    return POISON_POLICIES.parse(POISON_POLICY, getString(POISON_POLICY));
  }

  /** The retry tiers; none unless configured (TIER-1). */
  final RetryTiers retryTiers() {
    return RetryTiers.parse(RETRY_TIERS, getList(RETRY_TIERS));
  }

  final TopicTemplate deadLetterTopic() {
    return TopicTemplate.parse(
        DEAD_LETTER_TOPIC, getString(DEAD_LETTER_TOPIC), DEAD_LETTER_VARIABLES);
  }

  /** The cluster that retries and dead letters are written to. */
  final KafkaSettings kafka() {
    return new KafkaSettings(this);
  }

  /** Whether duplicates are passed over, and where it is remembered what was sent. */
  final IdempotencySettings idempotency() {
    return new IdempotencySettings(this, connectorName());
  }

  final Duration millis(String setting) {
    return Duration.ofMillis(getLong(setting));
  }

  /** What happens to a record without a value. */
  enum NullValues {
    SKIP,
    DEAD_LETTER,
    FAIL
  }

  /** What happens to a record that is no acceptable envelope. */
  enum PoisonPolicy {
    DEAD_LETTER,
    FAIL,
    FORWARD
  }
}
