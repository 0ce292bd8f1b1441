package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.sqs.SqsBinding;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What waits for one queue, made into batches. From a standard queue's any number of batches may be
 * under way. While one with messages of a FIFO queue's group is, no other is made of that group, so
 * that none overtakes.
 *
 * <p>When a message of a group has to be sent again, what follows it in the group goes back with
 * it. Messages that the engine had handed on before it could know are held off as well: those of
 * the next call, unless it begins the group with the very message.
 *
 * <p>Not thread-safe: guarded by the lock of {@link SendCalls}.
 */
final class Backlog {
  /** Stands for all of a standard queue; no group has an empty name. */
  private static final String ONLY = "";

  private final int maxBatchBytes;
  private final Map<String, Group> groups = new HashMap<>();

  /** Those that have messages and, on FIFO queues, no batch under way. */
  private final Deque<Group> ready = new ArrayDeque<>();

  private final Map<String, Hold> holds = new HashMap<>();
  private int waiting;

  /**
   * @param maxBatchBytes the most bytes of a batch; a larger message travels alone
   */
  Backlog(int maxBatchBytes) {
    this.maxBatchBytes = maxBatchBytes;
  }

  /**
   * Adds a message behind those of its group.
   *
   * @param call the number of the engine's call
   * @return false when it has to go back, since it would overtake a message of its group
   */
  boolean add(Entry entry, long call) {
    if (entry.group() != null && isHeld(entry, call)) {
      return false;
    }
    Group group = groups.computeIfAbsent(groupOf(entry), Group::new);
    if (group.entries.isEmpty() && !group.busy) {
      ready.add(group);
    }
    group.entries.add(entry);
    waiting++;
    return true;
  }

  private boolean isHeld(Entry entry, long call) {
    Hold hold = holds.get(entry.group());
    if (hold == null) {
      return false;
    }
    if (call == hold.call() && !hold.location().equals(entry.location())) {
      return true;
    }
    holds.remove(entry.group());
    return false;
  }

  /** Ends holds of calls before this one. */
  void beginCall(long call) {
    holds.values().removeIf(hold -> hold.call() < call);
  }

  /** About how many batches could be made now; zero when none. */
  int batches() {
    return ready.isEmpty() ? 0 : (waiting + SqsBinding.MAX_BATCH - 1) / SqsBinding.MAX_BATCH;
  }

  /** Takes as many messages as one call may carry; none when nothing may be sent now. */
  List<Entry> take() {
    List<Entry> batch = new ArrayList<>(SqsBinding.MAX_BATCH);
    int bytes = 0;
    while (!ready.isEmpty()) {
      Group group = ready.peek();
      int before = batch.size();
      while (!group.entries.isEmpty() && fits(batch, bytes, group.entries.peek())) {
        bytes += group.entries.peek().bytes();
        batch.add(group.entries.poll());
      }
      if (batch.size() == before) {
        break;
      }
      ready.remove();
      leave(group, batch.get(batch.size() - 1).queue().fifo());
    }
    waiting -= batch.size();
    return batch;
  }

  private boolean fits(List<Entry> batch, int bytes, Entry next) {
    return batch.isEmpty()
        || (batch.size() < SqsBinding.MAX_BATCH && bytes + next.bytes() <= maxBatchBytes);
  }

  /** What becomes of a group that has given messages to a batch. */
  private void leave(Group group, boolean fifo) {
    if (fifo) {
      group.busy = true;
    } else if (group.entries.isEmpty()) {
      groups.remove(group.name);
    } else {
      ready.addFirst(group);
    }
  }

  /** The batch has its outcomes: its groups may be in the next one. */
  void done(List<Entry> batch) {
    for (Entry entry : batch) {
      Group group = groups.get(groupOf(entry));
      if (group != null && group.busy) {
        group.busy = false;
        if (group.entries.isEmpty()) {
          groups.remove(group.name);
        } else {
          ready.add(group);
        }
      }
    }
  }

  /**
   * A message goes back to the engine: takes what waits behind it in its group. Called before its
   * batch is {@link #done}.
   *
   * @param failed the message; on a standard queue nothing is behind it
   * @param nextCall the number of the engine's next call
   * @return what has to go back too, in order
   */
  List<Entry> holdBack(Entry failed, long nextCall) {
    if (failed.group() == null) {
      return List.of();
    }
    holds.putIfAbsent(failed.group(), new Hold(nextCall, failed.location()));
    Group group = groups.remove(groupOf(failed));
    if (group == null) {
      return List.of();
    }
    waiting -= group.entries.size();
    return List.copyOf(group.entries);
  }

  /** Whether nothing waits, is under way or is held off on a FIFO queue, or waits on another. */
  boolean isIdle() {
    return groups.isEmpty() && holds.isEmpty();
  }

  private static String groupOf(Entry entry) {
    return entry.group() == null ? ONLY : entry.group();
  }

  /**
   * Messages to hold off.
   *
   * @param call the call whose messages may not overtake
   * @param location the record that ends the hold
   */
  private record Hold(long call, String location) {}

  /** Messages in order. */
  private static final class Group {
    private final String name;
    private final Deque<Entry> entries = new ArrayDeque<>();
    private boolean busy;

    Group(String name) {
      this.name = name;
    }
  }
}
