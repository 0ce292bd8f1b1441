package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.config.EnumSetting;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * Looks for the queues that the settings name, or declares them (RMQ-1).
 *
 * <p>Looking is the default, since the owner of a queue knows its properties and a declaration with
 * others fails. Immutable; for any thread that owns the channel.
 */
public final class QueueDeclaration {
  /** Whether queues are looked for, declared, or left alone. */
  public static final String DECLARE = "rabbitmq.queue.declare";

  /** The type of a declared queue. */
  public static final String TYPE = "rabbitmq.queue.type";

  /** Whether a declared queue survives a restart of the broker. */
  public static final String DURABLE = "rabbitmq.queue.durable";

  /** The prefix of further arguments of a declared queue. */
  public static final String ARGUMENTS_PREFIX = "rabbitmq.queue.arguments.";

  private static final String TYPE_ARGUMENT = "x-queue-type";
  private static final EnumSetting<Mode> MODES = EnumSetting.of(Mode.class);
  private static final EnumSetting<QueueType> TYPES = EnumSetting.of(QueueType.class);

  private final Mode mode;
  private final QueueType type;
  private final boolean durable;
  private final Map<String, Object> arguments;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   */
  public QueueDeclaration(AbstractConfig config) {
    this.mode = MODES.parse(DECLARE, config.getString(DECLARE));
    this.type = TYPES.parse(TYPE, config.getString(TYPE));
    this.durable = config.getBoolean(DURABLE);
    this.arguments = new TreeMap<>();
    config
        .originalsWithPrefix(ARGUMENTS_PREFIX)
        .forEach((name, value) -> arguments.put(name, argument(String.valueOf(value))));
  }

  /** Adds the declaration's keys to a definition. */
  public static void define(ConfigDef def) {
    new ConfigSection(def, "RabbitMQ queues")
        .key(
            DECLARE,
            Type.STRING,
            EnumSetting.text(Mode.PASSIVE),
            MODES,
            Importance.MEDIUM,
            "Queue declaration",
            "What is done about the queues at the start: passive (they must exist), active (they are "
                + "declared with the settings below and created where missing) or none (for users "
                + "without the rights to ask).")
        .key(
            TYPE,
            Type.STRING,
            EnumSetting.text(QueueType.DEFAULT),
            TYPES,
            Importance.LOW,
            "Queue type",
            "The type of actively declared queues: classic, quorum or default (the virtual host's "
                + "own default).")
        .key(
            DURABLE,
            Type.BOOLEAN,
            true,
            null,
            Importance.LOW,
            "Durable queues",
            "Whether actively declared queues survive a restart of the broker. Further arguments go "
                + "under "
                + ARGUMENTS_PREFIX
                + " with their own names, such as "
                + ARGUMENTS_PREFIX
                + "x-dead-letter-exchange; whole numbers, true and false are sent as such.");
  }

  /** Whether the broker is asked at all, be it only whether a queue is there. */
  public boolean asks() {
    return mode != Mode.NONE;
  }

  /** Whether queues are declared, and so created where they are missing. */
  public boolean declares() {
    return mode == Mode.ACTIVE;
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    if (mode != Mode.ACTIVE) {
      for (String name : arguments.keySet()) {
        String key = ARGUMENTS_PREFIX + name;
        problems.accept(key, key + " needs " + DECLARE + "=" + EnumSetting.text(Mode.ACTIVE));
      }
    }
    if (arguments.containsKey(TYPE_ARGUMENT)) {
      String key = ARGUMENTS_PREFIX + TYPE_ARGUMENT;
      problems.accept(key, key + " is set by " + TYPE);
    }
    if (type == QueueType.QUORUM && !durable) {
      problems.accept(DURABLE, DURABLE + " must be true, since quorum queues are always durable");
    }
  }

  /**
   * Looks for a queue or declares it, as the settings say. A refusal closes the channel.
   *
   * @param queueSetting the key that names the queue
   * @throws BrokerException when the queue is missing, has other properties, or the broker is away
   */
  public void apply(Channel channel, String queue, String queueSetting, RabbitMqFailures failures)
      throws BrokerException {
    try {
      switch (mode) {
        case NONE -> {
          return;
        }
        case PASSIVE -> channel.queueDeclarePassive(queue);
        case ACTIVE -> channel.queueDeclare(queue, durable, false, false, arguments());
      }
    } catch (IOException | ShutdownSignalException e) {
      throw failures.queue(queue, queueSetting, DECLARE, e);
    }
  }

  /**
   * Checks what {@link #apply} would meet, without creating anything.
   *
   * @param connection open; each look takes a channel of its own, since a refusal closes it
   * @throws BrokerException when {@link #apply} would throw it
   */
  public void probe(
      Connection connection, String queue, String queueSetting, RabbitMqFailures failures)
      throws BrokerException {
    if (mode == Mode.ACTIVE && !exists(connection, queue, failures)) {
      return;
    }
    try (Channel channel = connection.createChannel()) {
      apply(channel, queue, queueSetting, failures);
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      throw failures.inUse("cannot look for queue " + queue, e);
    }
  }

  private static boolean exists(Connection connection, String queue, RabbitMqFailures failures)
      throws BrokerException {
    try (Channel channel = connection.createChannel()) {
      channel.queueDeclarePassive(queue);
      return true;
    } catch (IOException | TimeoutException | ShutdownSignalException e) {
      BrokerException judged = failures.queue(queue, DECLARE, DECLARE, e);
      if (judged.isRetriable()) {
        throw judged;
      }
      return false;
    }
  }

  private Map<String, Object> arguments() {
    Map<String, Object> all = new TreeMap<>(arguments);
    if (type != QueueType.DEFAULT) {
      all.put(TYPE_ARGUMENT, EnumSetting.text(type));
    }
    return all;
  }

  private static Object argument(String value) {
    if (value.equals("true") || value.equals("false")) {
      return Boolean.valueOf(value);
    }
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      return value;
    }
  }

  /** What is done about a queue at the start. */
  enum Mode {
    PASSIVE,
    ACTIVE,
    NONE
  }

  /** The type of a declared queue. */
  enum QueueType {
    DEFAULT,
    CLASSIC,
    QUORUM
  }
}
