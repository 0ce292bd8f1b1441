package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes records over from Connect: each one is known to the ledger from here on, and is on its way
 * as a message, as a faulty record, or passed over. Owned by the task's thread.
 */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final String task;
  private final MessageMapper mapper;
  private final OffsetLedger ledger;
  private final Duplicates duplicates;
  private final Deliveries deliveries;
  private final FaultyRecords faulty;
  private final SinkMetrics metrics;

  /**
   * What was mapped to look it up and not taken in yet; Connect hands over the same objects again.
   */
  private final IdentityHashMap<SinkRecord, Mapped> lookedUp = new IdentityHashMap<>();

  Intake(
      String task,
      MessageMapper mapper,
      OffsetLedger ledger,
      Duplicates duplicates,
      Deliveries deliveries,
      FaultyRecords faulty,
      SinkMetrics metrics) {
    this.task = task;
    this.mapper = mapper;
    this.ledger = ledger;
    this.duplicates = duplicates;
    this.deliveries = deliveries;
    this.faulty = faulty;
    this.metrics = metrics;
  }

  /**
   * Finds out which of the records were sent before, where that matters; {@link #take} follows with
   * the same ones.
   *
   * @param comesAgain whether this is a list once more that was taken in
   * @throws BrokerException when it cannot be found out; none of them may be taken in then
   */
  void lookUp(Collection<SinkRecord> records, boolean comesAgain) throws BrokerException {
    if (!duplicates.areSought()) {
      return;
    }
    List<String> ids = new ArrayList<>();
    for (SinkRecord record : records) {
      RecordOrigin origin = RecordOrigin.of(record);
      if (ledger.isNew(origin, comesAgain)
          && lookedUp.computeIfAbsent(record, key -> map(key, origin))
              instanceof Mapped.Message sendable) {
        String id = Duplicates.idOf(sendable.message());
        if (id != null) {
          ids.add(id);
        }
      }
    }
    duplicates.lookUp(ids);
  }

  /**
   * Takes in what was not taken in before.
   *
   * @param comesAgain whether this is the list of the last call once more
   * @throws ConnectException when a record fails the task. Those before it are on their way; it and
   *     those behind it are known to be open, so that no commit passes them
   */
  void take(Collection<SinkRecord> records, boolean comesAgain) {
    ConnectException failure = null;
    for (SinkRecord record : records) {
      RecordOrigin origin = RecordOrigin.of(record);
      OffsetLedger.Entry entry = ledger.take(origin, comesAgain);
      if (entry == null || failure != null) {
        continue;
      }
      metrics.received.increment();
      try {
        dispose(record, origin, entry);
      } catch (ConnectException e) {
        failure = e;
      }
    }
    lookedUp.clear();
    if (failure != null) {
      throw failure;
    }
  }

  private void dispose(SinkRecord record, RecordOrigin origin, OffsetLedger.Entry entry) {
    Mapped known = lookedUp.get(record);
    Mapped mapped = known == null ? map(record, origin) : known;
    if (mapped instanceof Mapped.Message sendable) {
      deliveries.add(record, origin, entry, sendable.message());
    } else if (mapped instanceof Mapped.Faulty fault) {
      faulty.add(
          new FaultyRecord(record, origin, fault.envelope(), fault.attempts(), fault.fault()),
          entry);
    } else if (mapped instanceof Mapped.Fatal fatal) {
      throw new ConnectException(
          "Task "
              + task
              + " stops. The record at "
              + origin
              + " cannot be sent: "
              + fatal.fault()
              + ". Another value of "
              + fatal.setting()
              + " lets the task go on");
    } else {
      metrics.skippedNullValues.increment();
      entry.done();
    }
  }

  /** A record that trips over a fault of ours must neither be lost nor stop the others. */
  private Mapped map(SinkRecord record, RecordOrigin origin) {
    try {
      return mapper.map(record, origin);
    } catch (RuntimeException e) {
      LOG.error("Task {} cannot make a message of the record at {}", task, origin, e);
      return new Mapped.Faulty(
          new Fault(Fault.INTERNAL, "a fault of the connector: " + e.getClass().getSimpleName()));
    }
  }
}
