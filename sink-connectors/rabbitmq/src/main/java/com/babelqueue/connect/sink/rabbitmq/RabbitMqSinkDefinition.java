package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import com.babelqueue.connect.sink.rabbitmq.RabbitMqSinkConfig.DelayMode;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Validator;

/**
 * Describes the settings of {@link RabbitMqSinkConfig} to Connect: types, defaults, limits and what
 * a user reads about each. Stateless.
 */
final class RabbitMqSinkDefinition {
  /** What RabbitMQ takes unless it is told otherwise; from version 4 on it is 16 MiB. */
  private static final int DEFAULT_MESSAGE_BYTES = 128 * 1024 * 1024;

  private RabbitMqSinkDefinition() {}

  static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    destination(def);
    delay(def);
    RabbitMqSettings.define(def);
    QueueDeclaration.define(def);
    return def;
  }

  private static void destination(ConfigDef def) {
    Validator template =
        ConfigDef.CompositeValidator.of(
            new NameTemplate.Validator(SinkConfig.VARIABLES), new ConfigDef.NonEmptyString());
    new ConfigSection(def, "RabbitMQ")
        .key(
            RabbitMqSinkConfig.QUEUE,
            Type.STRING,
            null,
            template,
            Importance.HIGH,
            "Queue",
            "The queue to write, over the default exchange. Either this or "
                + RabbitMqSinkConfig.EXCHANGE
                + ".")
        .key(
            RabbitMqSinkConfig.EXCHANGE,
            Type.STRING,
            null,
            template,
            Importance.HIGH,
            "Exchange",
            "The exchange to write. It must exist: a missing one fails the task, or, where the "
                + "name differs by record, rejects the record.")
        .key(
            RabbitMqSinkConfig.ROUTING_KEY,
            Type.STRING,
            null,
            new NameTemplate.Validator(SinkConfig.VARIABLES),
            Importance.MEDIUM,
            "Routing key",
            "The routing key for "
                + RabbitMqSinkConfig.EXCHANGE
                + "; without one, or where a record has no value for a variable, the empty one. A "
                + "message that no queue is bound for is refused with no_route.")
        .key(
            RabbitMqSinkConfig.MAX_MESSAGE_BYTES,
            Type.INT,
            DEFAULT_MESSAGE_BYTES,
            Range.between(1, RabbitMqSettings.LARGEST_MESSAGE_BYTES),
            Importance.LOW,
            "Largest message",
            "The largest body in bytes to send; a larger one is rejected with too_large. The "
                + "broker's own max_message_size cannot be asked for: where it is smaller, the first "
                + "larger message costs a reconnect, in which the sink learns it.");
  }

  private static void delay(ConfigDef def) {
    new ConfigSection(def, "RabbitMQ delays")
        .key(
            RabbitMqSinkConfig.DELAY,
            Type.STRING,
            EnumSetting.text(DelayMode.NONE),
            RabbitMqSinkConfig.DELAY_MODES,
            Importance.MEDIUM,
            "Delays",
            "How a record's delay is kept: none (such a record is rejected with delay), exchange "
                + "(the x-delayed-message exchange of the plugin of that name) or queue (a durable "
                + "queue <queue>.delay.<ms> whose messages expire into the queue).")
        .key(
            RabbitMqSinkConfig.DELAY_EXCHANGE,
            Type.STRING,
            null,
            new ConfigDef.NonEmptyString(),
            Importance.MEDIUM,
            "Delayed-message exchange",
            "The exchange of type x-delayed-message that delayed messages go to, with the routing "
                + "key they have without a delay; its owner binds the queues. It cannot say whether "
                + "a message will have a route, so those without one are lost there.")
        .key(
            RabbitMqSinkConfig.DELAY_QUEUES_MAX,
            Type.INT,
            100,
            Range.between(1, 10_000),
            Importance.LOW,
            "Delay queues",
            "The most delay queues one task uses between two reconnects. A record that needs a "
                + "further one is rejected with delay. Nothing ever deletes them.");
  }
}
