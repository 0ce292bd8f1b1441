package com.babelqueue.connect.sink;

import java.util.Collection;
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
  private final Deliveries deliveries;
  private final FaultyRecords faulty;
  private final SinkMetrics metrics;

  Intake(
      String task,
      MessageMapper mapper,
      OffsetLedger ledger,
      Deliveries deliveries,
      FaultyRecords faulty,
      SinkMetrics metrics) {
    this.task = task;
    this.mapper = mapper;
    this.ledger = ledger;
    this.deliveries = deliveries;
    this.faulty = faulty;
    this.metrics = metrics;
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
    if (failure != null) {
      throw failure;
    }
  }

  private void dispose(SinkRecord record, RecordOrigin origin, OffsetLedger.Entry entry) {
    Mapped mapped = map(record, origin);
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
