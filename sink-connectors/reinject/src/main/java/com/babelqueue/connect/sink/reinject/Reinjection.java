package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.broker.kafka.RetryTopic;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import java.time.Clock;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The way out of a retry topic: back to the work topic, byte for byte, once the tier is over
 * (REI-2, REI-4, REI-5, REI-9). For one thread.
 */
final class Reinjection implements Passage {
  private final RetryTiers tiers;

  /** Topics that may be returned to besides the one that a retry topic is named after. */
  private final Set<String> workTopics;

  private final Clock clock;

  Reinjection(RetryTiers tiers, Set<String> workTopics, Clock clock) {
    this.tiers = tiers;
    this.workTopics = workTopics;
    this.clock = clock;
  }

  @Override
  public Decision decide(TopicPartition partition, SinkRecord record) {
    RetryTopic parked =
        RetryTopic.parse(partition.topic())
            .filter(topic -> topic.tier() <= tiers.count())
            .orElseThrow(
                () ->
                    new ConnectException(
                        ReinjectConfig.TIERS
                            + ": topic "
                            + partition.topic()
                            + " is no retry topic of the "
                            + tiers.count()
                            + " tiers"));
    CarriedRecord carried = CarriedRecord.of(record);
    String target = target(carried.header(ContractHeaders.ORIGINAL_TOPIC), parked);
    carried.drop(ContractHeaders.DELAY).drop(ContractHeaders.ORIGINAL_TOPIC);
    return new Decision(due(record, parked), carried.to(target), Outcome.REINJECTED);
  }

  /** REI-2: never before now, never later than one tier from now. */
  private long due(SinkRecord record, RetryTopic parked) {
    long now = clock.millis();
    Long parkedAt = record.timestamp();
    long anchor = parkedAt == null || parkedAt < 0 ? now : Math.min(parkedAt, now);
    return Math.max(anchor + tiers.delay(parked.tier()).toMillis(), now);
  }

  /** REI-9: a header cannot send a record just anywhere, least of all round in circles. */
  private String target(String original, RetryTopic parked) {
    boolean usable =
        original != null
            && !AsciiWhitespace.isBlank(original)
            && workTopics.contains(original)
            && !RetryTopic.isParked(original);
    return usable ? original : parked.workTopic();
  }
}
