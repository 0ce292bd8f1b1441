package com.babelqueue.connect.source.redis;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.QueueNames;
import com.babelqueue.connect.broker.redis.RedisSettings;
import com.babelqueue.connect.source.SourceConfig;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/**
 * The settings of the Redis source: the queues, the lists beside them, and everything that {@link
 * RedisSettings} and {@link SourceConfig} share with other connectors. Immutable; any thread may
 * read it.
 */
public final class RedisSourceConfig extends SourceConfig {
  /** The queues to read. */
  public static final String QUEUES = "redis.queues";

  /** The name of a reader's processing list. */
  public static final String PROCESSING_LIST = "redis.processing.list";

  /** The name of the list that takes rejected messages. */
  public static final String DEAD_LETTER_LIST = "redis.dead.letter.list";

  /** Whether header frames are unwrapped (RED-8). */
  public static final String FRAME_ENABLED = "redis.frame.enabled";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  private static final String DEFAULT_PROCESSING_LIST =
      ListTemplate.QUEUE + ":processing:" + ListTemplate.CONNECTOR + "-" + ListTemplate.READER;
  private static final String DEFAULT_DEAD_LETTER_LIST = ListTemplate.QUEUE + ".dlq";

  private final RedisSettings redis;

  /**
   * @param props the connector's or the task's settings
   * @throws ConfigException naming the key at fault
   */
  RedisSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.redis = new RedisSettings(this);
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queues")
        .key(
            QUEUES,
            Type.LIST,
            NO_DEFAULT_VALUE,
            new QueueNames(),
            Importance.HIGH,
            "Queues",
            "The queues to read: the keys of the lists that producers push to. Each is read by one task, and they "
                + "are dealt out to at most tasks.max tasks. Queues of Laravel's own Redis driver follow another "
                + "protocol and cannot be read.")
        .key(
            PROCESSING_LIST,
            Type.STRING,
            DEFAULT_PROCESSING_LIST,
            new ListTemplate.Validator(),
            Importance.LOW,
            "Processing list",
            "The list that holds what was received from a queue and is not settled: a name with ${queue}, "
                + "${connector} and ${reader}, which is 0 while one task reads a queue and the task's number where "
                + "consumers.per.queue lets several. Nobody else may use it: when a task starts, what is in it goes "
                + "back to the head of the queue. In a cluster it must lie in the queue's hash slot, as "
                + "{${queue}}:processing:${connector}-${reader} does.")
        .key(
            DEAD_LETTER_LIST,
            Type.STRING,
            DEFAULT_DEAD_LETTER_LIST,
            new ListTemplate.Validator(),
            Importance.LOW,
            "Dead-letter list",
            "The list that takes messages of a queue where poison.policy, oversize.policy or dropped.records says "
                + "reject: a name with ${queue}, ${connector} and ${reader}. Elements are moved as they are. In a "
                + "cluster it must lie in the queue's hash slot, as {${queue}}.dlq does.")
        .key(
            FRAME_ENABLED,
            Type.BOOLEAN,
            true,
            null,
            Importance.LOW,
            "Unwrap frames",
            "Whether an element that is a __bq_frame is unwrapped into body and headers. If not, it is a body like "
                + "any other.");
    RedisSettings.define(def);
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

  RedisSettings redis() {
    return redis;
  }

  boolean unwrapsFrames() {
    return getBoolean(FRAME_ENABLED);
  }

  /** What the server shows as the connections' name. */
  String clientName() {
    return "babelqueue-" + connectorName() + "-" + taskId();
  }

  /** The lists of each queue, in the order of {@link #queues()}. */
  List<QueueLists> lists() {
    return queues().stream().map(this::listsOf).toList();
  }

  private QueueLists listsOf(String queue) {
    return new QueueLists(queue, fill(PROCESSING_LIST, queue), fill(DEAD_LETTER_LIST, queue));
  }

  private String fill(String setting, String queue) {
    return ListTemplate.fill(getString(setting), queue, connectorName(), reader());
  }

  /**
   * Which of a queue's readers this is. A queue with one reader may move to another task, which
   * must find what the first one left, so the task's number counts only where there are several.
   */
  private int reader() {
    return hasSeveralReaders() ? taskId() : 0;
  }

  /** Whether several tasks may read the same queue. */
  boolean hasSeveralReaders() {
    return getInt(CONSUMERS_PER_QUEUE) > 1;
  }
}
