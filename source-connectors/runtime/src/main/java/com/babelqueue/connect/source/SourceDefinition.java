package com.babelqueue.connect.source;

import static org.apache.kafka.common.config.ConfigDef.NO_DEFAULT_VALUE;

import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.ConnectionKeys;
import com.babelqueue.connect.broker.idempotency.IdempotencySettings;
import com.babelqueue.connect.config.TopicTemplate;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;

/**
 * Describes the settings of {@link SourceConfig} to Connect: types, defaults, limits and what a
 * user reads about each. Stateless.
 */
final class SourceDefinition {
  /** The Kafka producer's own default of {@code max.request.size}. */
  private static final int DEFAULT_MAX_RECORD_BYTES = 1024 * 1024;

  /** A Kafka 4 topic refuses timestamps further ahead than this by default. */
  private static final long DEFAULT_MAX_AHEAD_MS = 3_600_000L;

  private SourceDefinition() {}

  static ConfigDef addTo(ConfigDef def) {
    kafka(def);
    flow(def);
    failure(def);
    headers(def);
    return IdempotencySettings.define(def);
  }

  private static void kafka(ConfigDef def) {
    new ConfigSection(def, "Kafka")
        .key(
            SourceConfig.TOPIC,
            Type.STRING,
            NO_DEFAULT_VALUE,
            new TopicTemplate.Validator(SourceConfig.TOPIC_VARIABLES),
            Importance.HIGH,
            "Kafka topic",
            "The topic that records go to: a name, or a template with ${queue} (the queue as the settings name it), "
                + "${meta.queue} (the envelope's logical queue) and ${urn} (the message URN).")
        .key(
            SourceConfig.KEY,
            Type.STRING,
            "none",
            new KeySource.Validator(),
            Importance.MEDIUM,
            "Record key",
            "What becomes the record key: none, id (meta.id), trace_id, group (the broker's own ordering key: message "
                + "group, session, routing or partition key) or header:NAME (a native header). A message that lacks "
                + "the value gets a null key.")
        .key(
            SourceConfig.TIMESTAMP,
            Type.STRING,
            "created_at",
            SourceConfig.TIMESTAMPS,
            Importance.LOW,
            "Record timestamp",
            "What becomes the record timestamp: created_at (meta.created_at, the time the message was produced) or "
                + "received (now; for backlogs older than the topic's retention).")
        .key(
            SourceConfig.TIMESTAMP_MAX_AHEAD,
            Type.LONG,
            DEFAULT_MAX_AHEAD_MS,
            Range.atLeast(0),
            Importance.LOW,
            "Timestamp limit",
            "How far ahead of this machine's clock, in ms, a record timestamp may lie. Later ones are refused by "
                + "topics of Kafka 4 (message.timestamp.after.max.ms) and go the way of poison.policy instead.")
        .key(
            SourceConfig.MAX_RECORD_BYTES,
            Type.INT,
            DEFAULT_MAX_RECORD_BYTES,
            Range.atLeast(1024),
            Importance.MEDIUM,
            "Largest record",
            "The largest record in bytes, key, headers and overhead included, that the producer and the topic take. "
                + "Keep it at or below the producer's max.request.size and the topic's max.message.bytes. Larger "
                + "messages follow oversize.policy.");
  }

  private static void flow(ConfigDef def) {
    ConfigSection flow =
        new ConfigSection(def, "Flow")
            .key(
                SourceConfig.MAX_IN_FLIGHT_MESSAGES,
                Type.INT,
                2000,
                Range.between(1, 60_000),
                Importance.MEDIUM,
                "Messages in flight",
                "The most messages one task holds between their receipt and their settlement. A crash leaves at most so "
                    + "many duplicates.")
            .key(
                SourceConfig.MAX_IN_FLIGHT_BYTES,
                Type.LONG,
                64L * 1024 * 1024,
                Range.atLeast(1024),
                Importance.MEDIUM,
                "Bytes in flight",
                "The most bytes of messages one task holds between receipt and settlement. Checked before each receive, "
                    + "so one receive call may overshoot it.")
            .key(
                SourceConfig.MAX_BATCH_RECORDS,
                Type.INT,
                500,
                Range.between(1, 10_000),
                Importance.LOW,
                "Records per poll",
                "The most records that one poll hands to Connect, and the most that are read ahead of it.")
            .key(
                SourceConfig.CONSUMERS_PER_QUEUE,
                Type.INT,
                1,
                Range.between(1, 100),
                Importance.LOW,
                "Tasks per queue",
                "How many tasks may read the same queue, within tasks.max. More than one gives up the queue's order.");
    ConnectionKeys.addTo(flow);
  }

  private static void failure(ConfigDef def) {
    new ConfigSection(def, "Failure")
        .key(
            SourceConfig.POISON_POLICY,
            Type.STRING,
            "dead-letter-topic",
            SourceConfig.POISON_POLICIES,
            Importance.HIGH,
            "Poison messages",
            "What happens to a message that is not an acceptable envelope, that the version gate refuses, or that "
                + "Kafka would never take: dead-letter-topic (body and native headers byte for byte, the reason in "
                + "headers), reject (the broker's own dead-letter way), fail (stop the task) or forward (bridge the "
                + "body raw, without bq- headers, for queues that do not speak BabelQueue).")
        .key(
            SourceConfig.DEAD_LETTER_TOPIC,
            Type.STRING,
            TopicTemplate.DEFAULT_DEAD_LETTER_TOPIC,
            new TopicTemplate.Validator(SourceConfig.DEAD_LETTER_VARIABLES),
            Importance.MEDIUM,
            "Dead-letter topic",
            "The topic for dead letters: a name, or a template with ${topic} and ${queue}. Where the topic is not "
                + "known, because its template needs a field that the message lacks, ${topic} is the queue's name.")
        .key(
            SourceConfig.MAX_DELIVERIES,
            Type.INT,
            0,
            Range.atLeast(0),
            Importance.LOW,
            "Delivery limit",
            "Sends a message the way of poison.policy when the broker has delivered it more often than this; 0 is off. "
                + "Only for brokers that count deliveries.")
        .key(
            SourceConfig.OVERSIZE_POLICY,
            Type.STRING,
            "hold",
            SourceConfig.OVERSIZE_POLICIES,
            Importance.LOW,
            "Oversized messages",
            "What happens to a message larger than "
                + SourceConfig.MAX_RECORD_BYTES
                + ", which no topic could take: hold (keep it "
                + "unsettled, log an error and go on with the others; it is handed back when the task stops), reject "
                + "(the broker's own dead-letter way) or fail (stop the task).")
        .key(
            SourceConfig.DROPPED_RECORDS,
            Type.STRING,
            "settle",
            SourceConfig.DROPPED,
            Importance.MEDIUM,
            "Dropped records",
            "What happens to a message whose record a transform filtered out, or whose failure errors.tolerance=all "
                + "swallowed: settle (it is done), reject (the broker's own dead-letter way) or release (hand it back).");
  }

  private static void headers(ConfigDef def) {
    new ConfigSection(def, "Headers")
        .key(
            SourceConfig.HEADERS_INCLUDE,
            Type.LIST,
            List.of("*"),
            null,
            Importance.LOW,
            "Headers carried",
            "Native headers to carry, as names in which * stands for any text. The binding's own contract names are "
                + "never carried, since the bq- headers replace them.")
        .key(
            SourceConfig.HEADERS_EXCLUDE,
            Type.LIST,
            List.of(),
            null,
            Importance.LOW,
            "Headers left behind",
            "Native headers to leave behind, as names in which * stands for any text. Stronger than "
                + SourceConfig.HEADERS_INCLUDE
                + ".")
        .key(
            SourceConfig.HEADERS_METADATA,
            Type.BOOLEAN,
            false,
            null,
            Importance.LOW,
            "Metadata headers",
            "Whether the broker's own metadata (message id, sent time, group, exchange, sequence number) is added as "
                + "headers under the broker's prefix.")
        .key(
            SourceConfig.HEADERS_FORMAT,
            Type.STRING,
            "auto",
            SourceConfig.HEADER_FORMATS,
            Importance.MEDIUM,
            "Header format",
            "The type in which header values reach the header converter: text (strings, right for StringConverter and "
                + "SimpleHeaderConverter), bytes (right for ByteArrayConverter), typed (the broker's types, for "
                + "JsonConverter) or auto (chosen by this connector's header.converter; text where it has none).")
        .key(
            SourceConfig.ATTEMPTS_WRITE,
            Type.STRING,
            "header",
            SourceConfig.ATTEMPTS_WRITES,
            Importance.LOW,
            "Attempts written to",
            "Where attempts go when the broker's delivery count is higher than the envelope's: header (bq-attempts "
                + "only, the body stays byte for byte) or both (the body's counter is replaced too).");
  }
}
