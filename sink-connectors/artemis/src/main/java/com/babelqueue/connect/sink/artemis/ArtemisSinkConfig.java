package com.babelqueue.connect.sink.artemis;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.artemis.ArtemisSettings;
import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** The settings of the Artemis sink. Immutable; any thread may read it. */
public final class ArtemisSinkConfig extends SinkConfig {
  /** The queue or address to write to. */
  public static final String QUEUE = "artemis.queue";

  /** Whether it is a queue's address or a topic's. */
  public static final String ROUTING_TYPE = "artemis.routing.type";

  /** The message group. */
  public static final String GROUP_ID = "artemis.group.id";

  private static final EnumSetting<RoutingType> ROUTING_TYPES = EnumSetting.of(RoutingType.class);

  /** All settings, for validation and for the generated reference. */
  public static final ConfigDef CONFIG_DEF = define();

  private final ArtemisSettings broker;
  private final NameTemplate destination;

  /** Null when messages are in no group. */
  private final NameTemplate group;

  /**
   * Parses settings.
   *
   * @throws ConfigException naming the key at fault
   */
  public ArtemisSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.broker = new ArtemisSettings(this);
    this.destination = NameTemplate.parse(QUEUE, getString(QUEUE).strip(), VARIABLES);
    String groupId = getString(GROUP_ID);
    this.group = groupId == null ? null : NameTemplate.parse(GROUP_ID, groupId, VARIABLES);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Artemis")
        .key(
            QUEUE,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new QueueTemplate(),
            Importance.HIGH,
            "Queue",
            "The queue to write to, or a template such as ${meta.queue} that gives each record "
                + "its own. A queue named here must exist, or be one that the broker creates by use "
                + "(auto-create-queues, its default); a record whose template names a missing one "
                + "is a record fault. Fully qualified names (address::queue) work, too.")
        .key(
            ROUTING_TYPE,
            Type.STRING,
            EnumSetting.text(RoutingType.ANYCAST),
            ROUTING_TYPES,
            Importance.LOW,
            "Routing type",
            "How the broker hands a message on: anycast (to one consumer of the queue) or multicast "
                + "(to every subscription of the topic of that name; without one it is gone, and "
                + "confirmed all the same).")
        .key(
            GROUP_ID,
            Type.STRING,
            null,
            new NameTemplate.Validator(VARIABLES),
            Importance.LOW,
            "Message group",
            "The message group (JMSXGroupID), usually ${key}: one consumer at a time gets all "
                + "messages of a group, in order. Records without a value for it are in no group. "
                + "Without this setting none are.");
    ArtemisSettings.define(def);
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

  ArtemisSettings broker() {
    return broker;
  }

  /** Null when messages are in no group. */
  NameTemplate group() {
    return group;
  }

  boolean multicast() {
    return ROUTING_TYPES.parse(ROUTING_TYPE, getString(ROUTING_TYPE)) == RoutingType.MULTICAST;
  }

  /** How long the broker may take to give credit for a message, or to confirm it. */
  Duration sendTimeout() {
    return Duration.ofMillis(getLong(SEND_TIMEOUT));
  }

  /** Artemis' two ways to hand a message on. */
  enum RoutingType {
    ANYCAST,
    MULTICAST
  }

  /** A template that is not blank. */
  private static final class QueueTemplate implements ConfigDef.Validator {
    private final NameTemplate.Validator template = new NameTemplate.Validator(VARIABLES);

    @Override
    public void ensureValid(String setting, Object value) {
      if (value != null && ((String) value).isBlank()) {
        throw new ConfigException(setting, value, "must not be blank");
      }
      template.ensureValid(setting, value);
    }

    @Override
    public String toString() {
      return template.toString();
    }
  }
}
