package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.Problems;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqProjection;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The settings of the RabbitMQ sink. Immutable; any thread may read it. */
public final class RabbitMqSinkConfig extends SinkConfig {
  /** The queue to write, over the default exchange. */
  public static final String QUEUE = "rabbitmq.queue";

  /** The exchange to write instead of a queue. */
  public static final String EXCHANGE = "rabbitmq.exchange";

  /** The routing key for {@link #EXCHANGE}. */
  public static final String ROUTING_KEY = "rabbitmq.routing.key";

  /** How a delay is kept. */
  public static final String DELAY = "rabbitmq.delay";

  /** The delayed-message exchange, for {@code rabbitmq.delay=exchange}. */
  public static final String DELAY_EXCHANGE = "rabbitmq.delay.exchange";

  /** The bound on delay queues, for {@code rabbitmq.delay=queue}. */
  public static final String DELAY_QUEUES_MAX = "rabbitmq.delay.queues.max";

  /** The largest body to send. */
  public static final String MAX_MESSAGE_BYTES = "rabbitmq.max.message.bytes";

  static final EnumSetting<DelayMode> DELAY_MODES = EnumSetting.of(DelayMode.class);

  /** All settings, for validation and for the generated reference. */
  public static final ConfigDef CONFIG_DEF = defineCommon(RabbitMqSinkDefinition.define());

  private static final String NO_DESTINATION =
      "Either " + QUEUE + " or " + EXCHANGE + " must say where messages go";

  private final RabbitMqSettings broker;
  private final QueueDeclaration declaration;
  private final NameTemplate destination;
  private final NameTemplate routingKey;
  private final DelayMode delayMode;

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  public RabbitMqSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.broker = new RabbitMqSettings(this);
    this.declaration = new QueueDeclaration(this);
    this.destination = template(destinationSetting());
    this.routingKey = template(ROUTING_KEY);
    this.delayMode = DELAY_MODES.parse(DELAY, getString(DELAY));
  }

  private NameTemplate template(String setting) {
    String text = getString(setting);
    return text == null ? null : NameTemplate.parse(setting, text.strip(), VARIABLES);
  }

  /** The queue, or the exchange where one is set; both keep the order of what is published. */
  @Override
  public NameTemplate destination() {
    if (destination == null) {
      throw new ConfigException(NO_DESTINATION);
    }
    return destination;
  }

  @Override
  public String destinationSetting() {
    return toExchange() ? EXCHANGE : QUEUE;
  }

  /** Reports what single-key validators cannot see. */
  void check(Problems problems) {
    broker.check(problems::add);
    declaration.check(problems::add);
    if (destination == null) {
      problems.add(QUEUE, NO_DESTINATION);
      return;
    }
    if (toExchange() && getString(QUEUE) != null) {
      problems.add(QUEUE, "Only one of " + QUEUE + " and " + EXCHANGE + " may be set");
    }
    if (!toExchange() && getString(ROUTING_KEY) != null) {
      problems.add(ROUTING_KEY, ROUTING_KEY + " needs " + EXCHANGE);
    }
    if (toExchange() && declaration.declares()) {
      problems.add(
          QueueDeclaration.DECLARE,
          "Queues are declared for " + QUEUE + " only; an exchange's owner binds them");
    }
    if (destination.isFixed() && RabbitMqProjection.isTooLong(getString(destinationSetting()))) {
      problems.add(destinationSetting(), "A name has at most 255 bytes");
    }
    checkDelay(problems);
  }

  private void checkDelay(Problems problems) {
    if (delayMode == DelayMode.EXCHANGE && delayExchange() == null) {
      problems.add(
          DELAY_EXCHANGE, DELAY_EXCHANGE + " must name the exchange that delays, with " + DELAY);
    }
    if (delayMode != DelayMode.EXCHANGE && delayExchange() != null) {
      problems.add(
          DELAY_EXCHANGE, DELAY_EXCHANGE + " needs " + DELAY + "=" + text(DelayMode.EXCHANGE));
    }
    if (delayMode == DelayMode.QUEUE && toExchange()) {
      problems.add(DELAY, DELAY + "=" + text(DelayMode.QUEUE) + " needs " + QUEUE);
    }
  }

  private static String text(DelayMode mode) {
    return EnumSetting.text(mode);
  }

  RabbitMqSettings broker() {
    return broker;
  }

  QueueDeclaration declaration() {
    return declaration;
  }

  /** Whether messages go to an exchange of the user's, and not over the default one to a queue. */
  boolean toExchange() {
    return getString(EXCHANGE) != null;
  }

  /** The routing key for the user's exchange; null for none. */
  NameTemplate routingKey() {
    return routingKey;
  }

  DelayMode delayMode() {
    return delayMode;
  }

  /** The exchange that delays; null for none. */
  String delayExchange() {
    return getString(DELAY_EXCHANGE);
  }

  int maxDelayQueues() {
    return getInt(DELAY_QUEUES_MAX);
  }

  int maxMessageBytes() {
    return getInt(MAX_MESSAGE_BYTES);
  }

  Duration sendTimeout() {
    return Duration.ofMillis(getLong(SEND_TIMEOUT));
  }

  /** What the broker shows as the connection's name. */
  String connectionName() {
    return connectorName() + "-" + taskId();
  }

  /** How a delay is kept (contract 2.5). */
  enum DelayMode {
    /** Not at all: a record with a delay is rejected (DLY-2). */
    NONE,

    /** By an exchange of the delayed-message plugin. */
    EXCHANGE,

    /** By a queue whose messages expire into the work queue. */
    QUEUE
  }
}
