package com.babelqueue.connect.source.rabbitmq;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.QueueNames;
import com.babelqueue.connect.broker.rabbitmq.QueueDeclaration;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqSettings;
import com.babelqueue.connect.source.SourceConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The settings of the RabbitMQ source. Immutable; any thread may read it. */
public final class RabbitMqSourceConfig extends SourceConfig {
  /** The queues to read. */
  public static final String QUEUES = "rabbitmq.queues";

  /** Whether the version gate is on (GATE-10). */
  public static final String VERSION_GATE = "rabbitmq.version.gate";

  /** All settings, for validation and for the generated reference. */
  public static final ConfigDef CONFIG_DEF = define();

  /** AMQP 0-9-1 carries names as short strings. */
  private static final int MAX_NAME_BYTES = 255;

  private final RabbitMqSettings broker;
  private final QueueDeclaration declaration;

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  public RabbitMqSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.broker = new RabbitMqSettings(this);
    this.declaration = new QueueDeclaration(this);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "RabbitMQ")
        .key(
            QUEUES,
            Type.LIST,
            NO_DEFAULT_VALUE,
            new QueueNames(MAX_NAME_BYTES),
            Importance.HIGH,
            "Queues",
            "The queues to read. They are dealt out to at most tasks.max tasks.")
        .key(
            VERSION_GATE,
            Type.BOOLEAN,
            false,
            null,
            Importance.LOW,
            "Version gate",
            "Whether a message whose header x-schema-version is there and not 1 goes the way of "
                + POISON_POLICY
                + " without a look at its body. The body's own version is checked in any case.");
    RabbitMqSettings.define(def);
    QueueDeclaration.define(def);
    return defineCommon(def);
  }

  @Override
  public List<String> queues() {
    return QueueNames.of(getList(QUEUES));
  }

  @Override
  public String queuesSetting() {
    return QUEUES;
  }

  RabbitMqSettings broker() {
    return broker;
  }

  QueueDeclaration declaration() {
    return declaration;
  }

  boolean gated() {
    return getBoolean(VERSION_GATE);
  }

  /** What the broker shows as the connection's name. */
  String connectionName() {
    return connectorName() + "-" + taskId();
  }

  /** The most queues that one task of the connector has to read. */
  int largestShare() {
    int consumers = queues().size() * getInt(CONSUMERS_PER_QUEUE);
    int tasks = Integer.parseInt(originalsStrings().getOrDefault("tasks.max", "1").strip());
    int used = Math.max(1, Math.min(tasks, consumers));
    return (consumers + used - 1) / used;
  }
}
