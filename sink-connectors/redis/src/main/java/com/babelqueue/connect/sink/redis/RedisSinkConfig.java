package com.babelqueue.connect.sink.redis;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.redis.RedisSettings;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.sink.SinkConfig;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * The settings of the Redis sink: the queue, the form of its elements, and everything that {@link
 * RedisSettings} and {@link SinkConfig} share with other connectors. Immutable; any thread may read
 * it.
 */
public final class RedisSinkConfig extends SinkConfig {
  /** The queue to push to. */
  public static final String QUEUE = "redis.queue";

  /** Whether headers travel in frames (RED-8). */
  public static final String FRAME_ENABLED = "redis.frame.enabled";

  /** The largest element that the server takes. */
  public static final String MAX_ELEMENT_BYTES = "redis.max.element.bytes";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  /** The server's own default, {@code proto-max-bulk-len}. */
  private static final int DEFAULT_MAX_ELEMENT_BYTES = 512 * 1024 * 1024;

  private final RedisSettings redis;
  private final NameTemplate queue;

  /**
   * @param props the connector's or the task's settings
   * @throws ConfigException naming the key at fault
   */
  RedisSinkConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.redis = new RedisSettings(this);
    this.queue = NameTemplate.parse(QUEUE, getString(QUEUE), VARIABLES);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queue")
        .key(
            QUEUE,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new NameTemplate.Validator(VARIABLES),
            Importance.HIGH,
            "Queue",
            "The queue to push to, which is the key of a list: a name, or a template such as ${meta.queue} or "
                + "queues:${topic}. A record without a value for one of the variables has no destination.")
        .key(
            FRAME_ENABLED,
            Type.BOOLEAN,
            true,
            null,
            Importance.MEDIUM,
            "Write frames",
            "Whether a message with headers beside the contract's own is written as a __bq_frame, which is the only "
                + "way a list can carry them. If not, they are dropped. A message without such headers is the bare "
                + "envelope in any case.")
        .key(
            MAX_ELEMENT_BYTES,
            Type.INT,
            DEFAULT_MAX_ELEMENT_BYTES,
            Range.atLeast(1024),
            Importance.LOW,
            "Largest element",
            "The largest element in bytes that the server takes, its proto-max-bulk-len. A larger one is rejected as "
                + "too_large before it is sent, since the server would drop the connection with it.");
    RedisSettings.define(def);
    return defineCommon(def);
  }

  @Override
  public NameTemplate destination() {
    return queue;
  }

  @Override
  public String destinationSetting() {
    return QUEUE;
  }

  RedisSettings redis() {
    return redis;
  }

  boolean writesFrames() {
    return getBoolean(FRAME_ENABLED);
  }

  int maxElementBytes() {
    return getInt(MAX_ELEMENT_BYTES);
  }

  /** What the server shows as the connections' name. */
  String clientName() {
    return "babelqueue-" + connectorName() + "-" + taskId();
  }
}
