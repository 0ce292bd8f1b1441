package com.babelqueue.connect.source.artemis;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.QueueNames;
import com.babelqueue.connect.broker.artemis.ArtemisSettings;
import com.babelqueue.connect.source.SourceConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The settings of the Artemis source. Immutable; any thread may read it. */
public final class ArtemisSourceConfig extends SourceConfig {
  /** The queues to read. */
  public static final String QUEUES = "artemis.queues";

  /** All settings, for validation and for the generated reference. */
  public static final ConfigDef CONFIG_DEF = define();

  private final ArtemisSettings broker;

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  public ArtemisSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.broker = new ArtemisSettings(this);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Artemis")
        .key(
            QUEUES,
            Type.LIST,
            NO_DEFAULT_VALUE,
            new QueueNames(),
            Importance.HIGH,
            "Queues",
            "The anycast queues to read, or fully qualified ones as address::queue. They are dealt "
                + "out to at most tasks.max tasks. A broker that creates queues by use "
                + "(auto-create-queues, its default) creates a mistyped one, too. A "
                + "redelivery-delay of the queue's address also delays what the connector hands "
                + "back when it is paused or stopped, so that later messages overtake it; without "
                + "one, the default, order is kept.");
    ArtemisSettings.define(def);
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

  ArtemisSettings broker() {
    return broker;
  }

  /** What the broker shows as the connection's name. */
  String connectionName() {
    return connectorName() + "-" + taskId();
  }
}
