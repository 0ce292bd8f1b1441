package com.babelqueue.connect.sink.reinject;

import com.babelqueue.connect.sink.reinject.Passage.Decision;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * The records of one partition between their consumption and their acknowledged write, in offset
 * order (REI-6, REI-7). Owned by the task's thread.
 *
 * <p>After a failed write nothing more is begun until every write on its way has its result; then
 * the failed ones wait again in front, in their order. So no result can belong to an earlier
 * attempt.
 */
final class ParkedPartition {
  private final TopicPartition at;

  /** Not written, or written in vain, in offset order. */
  private final Deque<Parked> waiting = new ArrayDeque<>();

  /** Handed to the producer, in offset order; an acknowledged one leaves once it is the first. */
  private final Deque<Parked> writing = new ArrayDeque<>();

  /** How many of {@link #writing} have no result yet. */
  private int unresolved;

  /** Whether one of {@link #writing} has failed. */
  private boolean failing;

  /** The highest offset taken in; -1 before the first. */
  private long taken = -1;

  /** Where this partition stays put; null while it does not. */
  private Long stop;

  ParkedPartition(TopicPartition at) {
    this.at = at;
  }

  TopicPartition at() {
    return at;
  }

  /** Whether a record is new, and not one that Connect hands over a second time. */
  boolean isNew(long offset) {
    return offset > taken && stop == null;
  }

  void add(long offset, Decision decision) {
    taken = offset;
    waiting.add(new Parked(this, offset, decision));
  }

  /** From this offset on nothing is taken any more. */
  void stopAt(long offset) {
    stop = offset;
  }

  /** The next record to be written; null when none waits, or a failure is being cleared up. */
  Parked next() {
    return failing ? null : waiting.peek();
  }

  /** Moves the next record from waiting to writing. */
  Parked begin() {
    Parked parked = waiting.remove();
    parked.state = State.WRITING;
    writing.add(parked);
    unresolved++;
    return parked;
  }

  /** Marks a record written. */
  void done(Parked parked) {
    parked.state = State.DONE;
    resolved();
  }

  /** Marks a write as failed; it is repeated. */
  void failed(Parked parked) {
    parked.state = State.FAILED;
    failing = true;
    resolved();
  }

  private void resolved() {
    unresolved--;
    while (!writing.isEmpty() && writing.peek().state == State.DONE) {
      writing.remove();
    }
    if (failing && unresolved == 0) {
      putBack();
    }
  }

  private void putBack() {
    List<Parked> failed = new ArrayList<>();
    for (Parked parked : writing) {
      if (parked.state == State.FAILED) {
        parked.state = State.WAITING;
        failed.add(parked);
      }
    }
    writing.clear();
    for (int i = failed.size() - 1; i >= 0; i--) {
      waiting.push(failed.get(i));
    }
    failing = false;
  }

  /** Whether the partition must not be read on, since records wait or it has stopped. */
  boolean isHeld() {
    return !waiting.isEmpty() || failing || stop != null;
  }

  boolean isWriting() {
    return unresolved > 0;
  }

  int size() {
    return waiting.size() + writing.size();
  }

  /** What is neither written nor going to be, once the partition has gone. */
  Stream<Decision> open() {
    return Stream.concat(writing.stream(), waiting.stream())
        .filter(parked -> parked.state != State.DONE)
        .map(Parked::decision);
  }

  /**
   * The offset that may be committed.
   *
   * @param consumed where Connect has read to
   */
  long committable(long consumed) {
    if (!writing.isEmpty()) {
      return writing.peek().offset;
    }
    if (!waiting.isEmpty()) {
      return waiting.peek().offset;
    }
    return stop == null ? consumed : Math.min(stop, consumed);
  }

  private enum State {
    WAITING,
    WRITING,
    DONE,
    FAILED
  }

  /** One record on its way. */
  static final class Parked {
    private final ParkedPartition partition;
    private final long offset;
    private final Decision decision;
    private State state = State.WAITING;

    Parked(ParkedPartition partition, long offset, Decision decision) {
      this.partition = partition;
      this.offset = offset;
      this.decision = decision;
    }

    ParkedPartition partition() {
      return partition;
    }

    Decision decision() {
      return decision;
    }

    /** Names the record in messages. */
    @Override
    public String toString() {
      return "topic "
          + partition.at.topic()
          + ", partition "
          + partition.at.partition()
          + ", offset "
          + offset;
    }
  }
}
