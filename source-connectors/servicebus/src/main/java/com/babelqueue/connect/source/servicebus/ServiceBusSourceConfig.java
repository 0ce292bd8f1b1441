package com.babelqueue.connect.source.servicebus;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures;
import com.babelqueue.connect.broker.servicebus.ServiceBusSettings;
import com.babelqueue.connect.source.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import reactor.util.concurrent.Queues;

/**
 * The settings of the Service Bus source: queues and subscriptions, how they are read, and
 * everything that {@link ServiceBusSettings} and {@link SourceConfig} share with other connectors.
 * Immutable; any thread may read it.
 */
public final class ServiceBusSourceConfig extends SourceConfig {
  /** The queues and subscriptions to read. */
  public static final String QUEUES = "servicebus.queues";

  /** How many messages the SDK may hold beyond those asked for. */
  public static final String PREFETCH = "servicebus.prefetch";

  /** How long a message stays locked between renewals, in ms. */
  public static final String LOCK_DURATION = "servicebus.lock.duration.ms";

  /** How many messages are settled, or their locks renewed, at once. */
  public static final String SETTLE_CONCURRENCY = "servicebus.settle.concurrency";

  /** Whether the queues and subscriptions have sessions. */
  public static final String SESSIONS_ENABLED = "servicebus.sessions.enabled";

  /** How many sessions of one queue or subscription are read at once. */
  public static final String SESSIONS_MAX = "servicebus.sessions.max.concurrent";

  /** After how long without a message a session is left for another one, in ms. */
  public static final String SESSION_IDLE = "servicebus.session.idle.timeout.ms";

  /** Every key of the connector. */
  public static final ConfigDef CONFIG_DEF = define();

  /** Means what Service Bus says with each message. */
  private static final long BROKER_DECIDES = 0;

  /**
   * The SDK keeps what a link brings in a buffer of so many messages and closes the link, with
   * every lock still held, when one more comes before its threads have fetched them.
   */
  private static final int LINK_BUFFER = Queues.SMALL_BUFFER_SIZE;

  /** Leaves half of that buffer to what is asked for. */
  private static final int MAX_PREFETCH = 128;

  /** Service Bus's longest lock. */
  private static final long MAX_LOCK_MILLIS = 300_000;

  /** Hides some 20 ms a call well enough for some 3,000 messages a second. */
  private static final int DEFAULT_CONCURRENCY = 64;

  private static final int DEFAULT_SESSIONS = 8;
  private static final long DEFAULT_IDLE_MILLIS = 5_000;

  private final ServiceBusSettings settings;
  private final List<EntityPath> entities;

  /**
   * @param props the connector's or the task's settings
   */
  ServiceBusSourceConfig(Map<String, String> props) {
    super(CONFIG_DEF, props);
    this.settings = new ServiceBusSettings(this);
    this.entities = queues().stream().map(queue -> EntityPath.parse(QUEUES, queue)).toList();
  }

  private static ConfigDef define() {
    ConfigDef def = new ConfigDef();
    new ConfigSection(def, "Queues and subscriptions")
        .key(
            QUEUES,
            Type.LIST,
            NO_DEFAULT_VALUE,
            new EntityPath.ListValidator(),
            Importance.HIGH,
            "Queues",
            "The queues to read, by name, and the subscriptions, as TOPIC/subscriptions/NAME. Each is read by one task, "
                + "and they are dealt out to at most tasks.max tasks.")
        .key(
            SESSIONS_ENABLED,
            Type.BOOLEAN,
            false,
            null,
            Importance.MEDIUM,
            "Sessions",
            "Whether the queues and subscriptions have sessions. They are then read session by session, each in its "
                + "order, and kafka.key=group makes the session id the record key.")
        .key(
            SESSIONS_MAX,
            Type.INT,
            DEFAULT_SESSIONS,
            Range.between(1, 1_000),
            Importance.MEDIUM,
            "Concurrent sessions",
            "How many sessions of one queue or subscription a task reads at once.")
        .key(
            SESSION_IDLE,
            Type.LONG,
            DEFAULT_IDLE_MILLIS,
            Range.between(100, 3_600_000),
            Importance.LOW,
            "Session idle timeout",
            "After how long without a message, in ms, a session is left for the next one that has messages. Only once "
                + "all its messages are settled. Keep it below the lock duration.")
        .key(
            PREFETCH,
            Type.INT,
            0,
            Range.between(0, MAX_PREFETCH),
            Importance.LOW,
            "Prefetch",
            "How many messages the SDK may hold beyond those asked for. They come on top of max.in.flight.messages, and "
                + "their locks are not renewed.")
        .key(
            LOCK_DURATION,
            Type.LONG,
            BROKER_DECIDES,
            Range.between(BROKER_DECIDES, MAX_LOCK_MILLIS),
            Importance.LOW,
            "Lock duration",
            "How long a message stays locked between renewals, in ms; 0 takes what Service Bus says with the messages, "
                + "for which this machine's clock must be roughly right. Locks are renewed until the message is "
                + "settled.")
        .key(
            SETTLE_CONCURRENCY,
            Type.INT,
            DEFAULT_CONCURRENCY,
            Range.between(1, 1_000),
            Importance.LOW,
            "Settlement concurrency",
            "How many messages are completed, handed back, dead-lettered or renewed at the same time.");
    ServiceBusSettings.define(def);
    return defineCommon(def);
  }

  @Override
  public List<String> queues() {
    return getList(QUEUES);
  }

  @Override
  public String queuesSetting() {
    return QUEUES;
  }

  /** {@link #queues()} as paths, in the same order. */
  List<EntityPath> entities() {
    return entities;
  }

  ServiceBusSettings settings() {
    return settings;
  }

  ServiceBusFailures failures() {
    return new ServiceBusFailures(settings, QUEUES, SESSIONS_ENABLED);
  }

  int prefetch() {
    return getInt(PREFETCH);
  }

  /** How many messages may be on their way on one link: what it can take beyond the prefetch. */
  int mostAsked() {
    return Math.max(1, LINK_BUFFER - prefetch());
  }

  /** Zero where Service Bus decides. */
  Duration lockDuration() {
    return Duration.ofMillis(getLong(LOCK_DURATION));
  }

  int settleConcurrency() {
    return getInt(SETTLE_CONCURRENCY);
  }

  boolean sessionsEnabled() {
    return getBoolean(SESSIONS_ENABLED);
  }

  int maxSessions() {
    return getInt(SESSIONS_MAX);
  }

  /** How many links this task has at the most. */
  int maxLinks() {
    return sessionsEnabled() ? entities.size() * maxSessions() : entities.size();
  }

  Duration sessionIdleTimeout() {
    return Duration.ofMillis(getLong(SESSION_IDLE));
  }
}
