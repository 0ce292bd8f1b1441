package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.kafka.RetryTopic;
import com.babelqueue.connect.envelope.Envelope;
import java.util.Set;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * Where a redriven record goes, and how. Immutable.
 *
 * @param topic the setting; empty for each record's own topic
 * @param workTopics topics that a record may name
 * @param bypass whether the replay bypass is stamped (RDV-6)
 * @param createdAt whether the timestamp is the envelope's (KFK-10) rather than now
 */
record RedriveTarget(String topic, Set<String> workTopics, boolean bypass, boolean createdAt) {
  /**
   * RDV-3, but only to topics that the operator means: a body cannot send itself just anywhere.
   *
   * @throws ConnectException when there is no setting and the dead-letter topic is named otherwise
   */
  String of(String deadLetterTopic, Envelope envelope) {
    if (!topic.isEmpty()) {
      return topic;
    }
    String original = envelope.deadLetterOriginalQueue();
    String named = original == null ? envelope.queue() : original;
    if (named != null && workTopics.contains(named) && !RetryTopic.isParked(named)) {
      return named;
    }
    return RetryTopic.workTopicOfDeadLetters(deadLetterTopic)
        .orElseThrow(
            () ->
                new ConnectException(
                    ReinjectConfig.REDRIVE_TOPIC
                        + ": topic "
                        + deadLetterTopic
                        + " is not named <topic>.dlq, so its records need a topic to go to"));
  }

  /**
   * The record's timestamp; null for now. A production time ahead of us would be refused by Kafka.
   *
   * @param now in ms since the epoch
   */
  Long timestamp(Envelope envelope, long now) {
    long created = envelope.createdAt();
    return createdAt && created > 0 && created <= now ? created : null;
  }
}
