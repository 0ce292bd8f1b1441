package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.broker.kafka.KafkaSettings;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.broker.kafka.RetryTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The settings of re-injection and redrive. Immutable; any thread may read it. */
final class ReinjectConfig extends AbstractConfig {
  /** Which way records come back. */
  static final String MODE = "mode";

  /** The topics that Connect reads; Connect's own key. */
  static final String TOPICS = "topics";

  /** Topics that records may return to besides those that the read topics are named after. */
  static final String WORK_TOPICS = "work.topics";

  /** The delays of the retry topics. */
  static final String TIERS = "retry.tiers";

  /** Whether missing retry topics are created. */
  static final String CREATE_TOPICS = "retry.topics.create";

  /** What every key of a redrive begins with. */
  static final String REDRIVE_PREFIX = "redrive.";

  /** Reasons of the dead letters that are meant. */
  static final String REDRIVE_REASONS = REDRIVE_PREFIX + "reasons";

  /** URNs of the dead letters that are meant. */
  static final String REDRIVE_URNS = REDRIVE_PREFIX + "urns";

  /** Dead since then. */
  static final String REDRIVE_FROM = REDRIVE_PREFIX + "from";

  /** Dead before then. */
  static final String REDRIVE_UNTIL = REDRIVE_PREFIX + "until";

  /** How many one task brings back. */
  static final String REDRIVE_MAX = REDRIVE_PREFIX + "max";

  /** Whether nothing is written. */
  static final String REDRIVE_DRY_RUN = REDRIVE_PREFIX + "dry.run";

  /** Whether consumers are asked to skip their duplicate check. */
  static final String REDRIVE_BYPASS = REDRIVE_PREFIX + "bypass";

  /** Where all of them go. */
  static final String REDRIVE_TOPIC = REDRIVE_PREFIX + "topic";

  /** Which timestamp they get. */
  static final String REDRIVE_TIMESTAMP = REDRIVE_PREFIX + "timestamp";

  static final ConfigDef CONFIG_DEF = ReinjectDefinition.create();

  /** Which task of the connector this is; set by the connector, never by a user. */
  static final String TASK_ID = "task.id";

  private final RetryTiers tiers;

  /**
   * @param props the connector's or the task's settings
   * @throws ConfigException naming the key at fault
   */
  ReinjectConfig(Map<String, String> props) {
    super(CONFIG_DEF, props, false);
    tiers = RetryTiers.parse(TIERS, getList(TIERS));
    if (mode() == Mode.RETRY && tiers.count() == 0) {
      throw new ConfigException(
          TIERS + " is required in mode retry: without it no record would ever come back");
    }
  }

  Mode mode() {
    return ReinjectDefinition.MODES.parse(MODE, getString(MODE));
  }

  RetryTiers tiers() {
    return tiers;
  }

  KafkaSettings kafka() {
    return new KafkaSettings(this);
  }

  boolean createsTopics() {
    return getBoolean(CREATE_TOPICS);
  }

  /** The topics that Connect reads, as far as they are named one by one and not by a pattern. */
  List<String> topics() {
    List<String> topics = new ArrayList<>();
    for (String topic : originalsStrings().getOrDefault(TOPICS, "").split(",", -1)) {
      if (!topic.isBlank()) {
        topics.add(topic.strip());
      }
    }
    return topics;
  }

  /** Every topic that a record may name as the one it goes back to (REI-9). */
  Set<String> workTopics() {
    Set<String> work = new TreeSet<>(getList(WORK_TOPICS));
    topics().forEach(topic -> workTopicOf(topic).ifPresent(work::add));
    return work;
  }

  /** The work topic that a topic to be read is named after; empty when it is named otherwise. */
  Optional<String> workTopicOf(String topic) {
    return mode() == Mode.RETRY
        ? RetryTopic.parse(topic).map(RetryTopic::workTopic)
        : RetryTopic.workTopicOfDeadLetters(topic);
  }

  RedriveSelection selection() {
    return new RedriveSelection(
        Set.copyOf(getList(REDRIVE_REASONS)),
        new HeaderFilter(getList(REDRIVE_URNS), List.of()),
        instant(REDRIVE_FROM),
        instant(REDRIVE_UNTIL),
        getInt(REDRIVE_MAX),
        getBoolean(REDRIVE_DRY_RUN));
  }

  RedriveTarget redriveTarget() {
    return new RedriveTarget(
        getString(REDRIVE_TOPIC),
        workTopics(),
        getBoolean(REDRIVE_BYPASS),
        ReinjectDefinition.TIMESTAMPS.parse(REDRIVE_TIMESTAMP, getString(REDRIVE_TIMESTAMP))
            == RecordTime.CREATED_AT);
  }

  /** Null when it is not set. */
  private Instant instant(String setting) {
    String text = getString(setting);
    return text.isBlank() ? null : Instant.parse(text.strip());
  }

  /** The connector's name; {@code unnamed} where Connect has not said. */
  String connectorName() {
    return originalsStrings().getOrDefault("name", "unnamed");
  }

  /** The number of the task; 0 for the connector itself. */
  int taskId() {
    return Integer.parseInt(originalsStrings().getOrDefault(TASK_ID, "0"));
  }

  Duration millis(String setting) {
    return Duration.ofMillis(getLong(setting));
  }

  /** Which way records come back. */
  enum Mode {
    RETRY,
    REDRIVE
  }

  /** Which timestamp a redriven record gets. */
  enum RecordTime {
    CREATED_AT,
    NOW
  }

  /** Checks a point in time that may be left out. */
  static final class InstantValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      String text = value == null ? "" : value.toString();
      if (text.isBlank()) {
        return;
      }
      try {
        Instant.parse(text.strip());
      } catch (java.time.format.DateTimeParseException e) {
        throw new ConfigException(setting, value, "must be a time such as 2026-01-31T08:00:00Z");
      }
    }

    @Override
    public String toString() {
      return "a time in UTC such as 2026-01-31T08:00:00Z";
    }
  }
}
