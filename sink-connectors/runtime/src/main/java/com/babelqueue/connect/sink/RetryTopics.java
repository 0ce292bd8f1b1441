package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.DeadLetter.Reason;
import com.babelqueue.connect.envelope.HeaderText;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes records whose delivery was refused to the retry topic of their tier (RTY-1 to RTY-6), and
 * to the dead-letter topic once their attempts are used up (ATT-2). Owned by the task's thread.
 */
final class RetryTopics implements FaultPath {
  private static final Logger LOG = LoggerFactory.getLogger(RetryTopics.class);

  private final String task;
  private final RetryTiers tiers;
  private final int maxAttempts;
  private final DeadLetterTopic deadLetters;
  private final KafkaWrites writes;
  private final SinkMetrics metrics;

  RetryTopics(
      String task,
      SinkConfig config,
      DeadLetterTopic deadLetters,
      KafkaWrites writes,
      SinkMetrics metrics) {
    this.task = task;
    this.tiers = config.retryTiers();
    this.maxAttempts = config.getInt(SinkConfig.MAX_ATTEMPTS);
    this.deadLetters = deadLetters;
    this.writes = writes;
    this.metrics = metrics;
  }

  @Override
  public Future<?> take(FaultyRecord faulty) {
    int before = attemptsBefore(faulty);
    int next = FaultyRecord.attemptsAfter(before);
    if (next >= maxAttempts) {
      LOG.warn(
          "Task {} gives up the record at {} after attempt {}: {}",
          task,
          faulty.origin(),
          next,
          faulty.fault());
      return deadLetters.take(faulty, Reason.FAILED);
    }
    CarriedRecord carried = RepublishedRecord.carry(faulty.record());
    WorkTopic work = WorkTopic.of(carried, faulty.origin());
    int tier = tiers.afterFailure(before);
    String topic = work.retryTopic(tier, faulty.origin());
    LOG.debug("Record at {} goes to {}: {}", faulty.origin(), topic, faulty.fault());
    String delay = Long.toString(tiers.delay(tier).toMillis());
    ProducerRecord<byte[], byte[]> retry =
        faulty.envelope() == null
            ? raw(carried, next, delay, work.name()).to(topic)
            : republished(carried, faulty, next, delay, work.name(), topic);
    return writes.add(faulty.origin(), SinkConfig.RETRY_TIERS, retry, metrics.retriedToTier);
  }

  /** KFK-4; a body that is forwarded raw has no counter of its own. */
  private static int attemptsBefore(FaultyRecord faulty) {
    return faulty.envelope() == null
        ? AttemptsRule.KAFKA.reconcile(
            0, HeaderText.last(faulty.record().headers(), ContractHeaders.ATTEMPTS))
        : faulty.attempts();
  }

  private static CarriedRecord raw(CarriedRecord carried, int next, String delay, String work) {
    return carried
        .set(ContractHeaders.ATTEMPTS, Integer.toString(next))
        .set(ContractHeaders.DELAY, delay)
        .set(ContractHeaders.ORIGINAL_TOPIC, work);
  }

  private static ProducerRecord<byte[], byte[]> republished(
      CarriedRecord carried,
      FaultyRecord faulty,
      int next,
      String delay,
      String work,
      String topic) {
    byte[] body = faulty.envelope().edit().attempts(next).removeForbiddenKeys().toBytes();
    return new RepublishedRecord(carried, faulty.envelope(), next)
        .with(ContractHeaders.DELAY, delay)
        .with(ContractHeaders.ORIGINAL_TOPIC, work)
        .withOutOfBand(name -> true)
        .to(topic, body);
  }

  @Override
  public boolean isCompletedByOthers() {
    return false;
  }
}
