package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.broker.kafka.RetryTopic;
import com.babelqueue.connect.config.TopicTemplate;
import com.babelqueue.connect.envelope.ContractHeaders;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The topic that a record belongs to, after which its retry and dead-letter topics are named.
 * Immutable.
 *
 * @param name the record's {@code bq-original-topic} if it has one (RTY-3, DL-3), else the consumed
 *     topic. What Kafka would refuse as a name, or what records are parked in, counts as none: a
 *     forged header must not stop a task or send records round
 * @param consumed the topic it was read from
 */
record WorkTopic(String name, String consumed) {
  static WorkTopic of(CarriedRecord record, RecordOrigin origin) {
    String consumed = origin.partition().topic();
    String named = record.header(ContractHeaders.ORIGINAL_TOPIC);
    boolean belongsThere =
        named != null && TopicTemplate.isLegal(named) && !RetryTopic.isParked(named);
    return new WorkTopic(belongsThere ? named : consumed, consumed);
  }

  /** The retry topic of a tier; that it is the consumed one harms nobody, since attempts count. */
  String retryTopic(int tier, RecordOrigin origin) {
    String named = new RetryTopic(name, tier).name();
    String target = TopicTemplate.isLegal(named) ? named : new RetryTopic(consumed, tier).name();
    if (!TopicTemplate.isLegal(target)) {
      throw noTarget(origin, target, SinkConfig.RETRY_TIERS, "no name that Kafka takes");
    }
    return target;
  }

  /** The dead-letter topic; never the consumed one, where the record would come again for ever. */
  String deadLetterTopic(TopicTemplate template, RecordOrigin origin) {
    UnaryOperator<String> naming = work -> template.render(variable -> work);
    String named = naming.apply(name);
    String target =
        TopicTemplate.isLegal(named) && !named.equals(consumed) ? named : naming.apply(consumed);
    if (!TopicTemplate.isLegal(target)) {
      throw noTarget(origin, target, SinkConfig.DEAD_LETTER_TOPIC, "no name that Kafka takes");
    }
    if (target.equals(consumed)) {
      throw noTarget(origin, target, SinkConfig.DEAD_LETTER_TOPIC, "the one it was read from");
    }
    return target;
  }

  private static ConnectException noTarget(
      RecordOrigin origin, String target, String setting, String fault) {
    return new ConnectException(
        "The record at "
            + origin
            + " cannot be put aside: the topic "
            + target
            + ", which "
            + setting
            + " makes, is "
            + fault);
  }
}
