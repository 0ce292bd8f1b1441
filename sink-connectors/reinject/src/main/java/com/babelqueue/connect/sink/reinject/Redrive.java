package com.babelqueue.connect.sink.reinject;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.kafka.CarriedRecord;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * The way out of a dead-letter topic: back to the work topic with a clean slate (RDV-1 to RDV-6),
 * or back to where it was when it is not meant or cannot be read.
 *
 * <p>It ends where the topic ended when the task first got the partition, so that what it restores
 * is not met again. Owned by the task's thread.
 */
final class Redrive implements Passage {
  private final RedriveSelection selection;
  private final RedriveTarget target;
  private final Ends ends;
  private final Clock clock;
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  /** The offset at which each partition's work is over; kept when a partition goes and returns. */
  private final Map<TopicPartition, Long> limits = new HashMap<>();

  private int redriven;
  private int others;

  /**
   * @param ends looks up where partitions end
   */
  Redrive(RedriveSelection selection, RedriveTarget target, Ends ends, Clock clock) {
    this.selection = selection;
    this.target = target;
    this.ends = ends;
    this.clock = clock;
  }

  @Override
  public void begin(Collection<TopicPartition> partitions)
      throws BrokerException, InterruptedException {
    List<TopicPartition> unknown = new ArrayList<>(partitions);
    unknown.removeAll(limits.keySet());
    if (!unknown.isEmpty()) {
      limits.putAll(ends.of(unknown));
    }
  }

  @Override
  public boolean commits() {
    return !selection.dryRun();
  }

  @Override
  public Decision decide(TopicPartition partition, SinkRecord record) {
    Long limit = limits.get(partition);
    if (limit == null || record.originalKafkaOffset() >= limit || selection.isSpent(redriven)) {
      return null;
    }
    CarriedRecord carried = CarriedRecord.of(record);
    Envelope envelope = carried.value() == null ? null : scanner.scan(carried.value());
    // RDV-4: what does not decode, or has no URN, would only die again.
    boolean wanted =
        envelope != null
            && envelope.isAcceptable()
            && selection.wants(envelope, record.timestamp());
    if (!wanted) {
      others++;
      // KFK-10: the original bytes, with a fresh timestamp.
      return decision(selection.dryRun() ? null : carried.to(partition.topic()), Outcome.RESTORED);
    }
    redriven++;
    return decision(
        selection.dryRun() ? null : republished(partition, carried, envelope), Outcome.REDRIVEN);
  }

  private Decision decision(ProducerRecord<byte[], byte[]> written, Outcome outcome) {
    return new Decision(clock.millis(), written, outcome);
  }

  /** Another task decides about it again, so it does not count here. */
  @Override
  public void revoked(Decision decision) {
    if (decision.outcome() == Outcome.REDRIVEN) {
      redriven--;
    } else {
      others--;
    }
  }

  @Override
  public String epilogue() {
    return selection.dryRun()
        ? "A dry run is over: it would bring " + redriven + " dead letters back, not " + others
        : "The redrive is over: "
            + redriven
            + " dead letters brought back, "
            + others
            + " put back";
  }

  /** KFK-10: projected anew, no old header, the key kept. */
  private ProducerRecord<byte[], byte[]> republished(
      TopicPartition partition, CarriedRecord carried, Envelope envelope) {
    byte[] value =
        envelope.edit().removeDeadLetter().attempts(0).removeForbiddenKeys().urnToJob().toBytes();
    List<Header> headers = new ArrayList<>();
    ContractHeaders.project(
        envelope, 0, (name, text) -> headers.add(CarriedRecord.header(name, text.getBytes(UTF_8))));
    if (target.bypass()) {
      headers.add(CarriedRecord.header(ContractHeaders.REPLAY_BYPASS, "1".getBytes(UTF_8)));
    }
    return new ProducerRecord<>(
        target.of(partition.topic(), envelope),
        null,
        target.timestamp(envelope, clock.millis()),
        carried.key(),
        value,
        headers);
  }

  /** Looks up where partitions end. */
  @FunctionalInterface
  interface Ends {
    /**
     * The offset behind the last record of each partition.
     *
     * @throws BrokerException when Kafka does not answer
     * @throws InterruptedException when the task is being torn down
     */
    Map<TopicPartition, Long> of(Collection<TopicPartition> partitions)
        throws BrokerException, InterruptedException;
  }
}
