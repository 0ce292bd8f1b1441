package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that waits to be sent, one {@link Lane} per destination, so that a destination in
 * trouble holds up no other. Owned by the task's thread.
 */
final class Lanes {
  private static final Logger LOG = LoggerFactory.getLogger(Lanes.class);
  private static final Comparator<Lane> OLDEST_HEAD_FIRST =
      Comparator.comparingLong((Lane lane) -> lane.head().sequence);

  private final String task;
  private final Supplier<Backoff> backoffs;
  private final Map<String, Lane> lanes = new HashMap<>();
  private int messages;
  private long bytes;

  /**
   * @param backoffs makes a new lane's backoff
   */
  Lanes(String task, Supplier<Backoff> backoffs) {
    this.task = task;
    this.backoffs = backoffs;
  }

  /** How many messages wait. */
  int messages() {
    return messages;
  }

  /** How many bytes wait. */
  long bytes() {
    return bytes;
  }

  void add(Pending pending) {
    lanes
        .computeIfAbsent(
            pending.message.destination(), destination -> new Lane(destination, backoffs.get()))
        .add(pending);
    arrived(pending);
  }

  /** Whether anything could be sent if there were room. */
  boolean hasSendable(long now) {
    return lanes.values().stream().anyMatch(lane -> lane.isSendable(now));
  }

  /**
   * Takes what may be sent, oldest first over all lanes.
   *
   * @param room whether a message fits; the first that does not ends it, lest smaller ones overtake
   *     it for ever
   * @param each takes the messages
   */
  void take(long now, Predicate<Pending> room, Consumer<Pending> each) {
    PriorityQueue<Lane> sendable = new PriorityQueue<>(OLDEST_HEAD_FIRST);
    for (Lane lane : lanes.values()) {
      if (lane.isSendable(now)) {
        sendable.add(lane);
      }
    }
    while (!sendable.isEmpty() && room.test(sendable.peek().head())) {
      Lane lane = sendable.remove();
      Pending head = lane.send();
      departed(head);
      each.accept(head);
      if (lane.isSendable(now)) {
        sendable.add(lane);
      }
    }
  }

  /** An attempt came back, and its message needs no other one. */
  void cameBack(Pending pending) {
    Lane lane = lanes.get(pending.message.destination());
    int failures = lane.cameBack();
    if (failures > 0) {
      LOG.info(
          "Task {}: destination {} takes messages again after {} failures",
          task,
          lane.destination,
          failures);
    }
    dropIfIdle(lane);
  }

  /** An attempt came back and has to be made again, after a pause and before anything else. */
  void failed(Pending pending, long now, String reason) {
    Lane lane = lanes.get(pending.message.destination());
    boolean first = lane.fail(pending, now);
    arrived(pending);
    if (first) {
      LOG.warn(
          "Task {}: destination {} does not take messages now, which are sent again: {}",
          task,
          lane.destination,
          reason);
    }
  }

  /** Takes a message out that needs no attempt any more. */
  void remove(Pending pending) {
    Lane lane = lanes.get(pending.message.destination());
    if (pending.waiting && lane.remove(pending)) {
      departed(pending);
      dropIfIdle(lane);
    }
  }

  /** Puts back what a lost connection left open; the oldest go first again. */
  void connectionLost(List<Pending> unconfirmed) {
    lanes.values().forEach(Lane::connectionLost);
    unconfirmed.forEach(this::add);
    lanes.values().removeIf(Lane::isIdle);
  }

  /** Those that wait and satisfy a condition. */
  List<Pending> select(Predicate<Pending> condition) {
    List<Pending> selected = new ArrayList<>();
    lanes.values().forEach(lane -> lane.select(condition, selected));
    return selected;
  }

  private void arrived(Pending pending) {
    pending.waiting = true;
    messages++;
    bytes += pending.size;
  }

  private void departed(Pending pending) {
    pending.waiting = false;
    messages--;
    bytes -= pending.size;
  }

  private void dropIfIdle(Lane lane) {
    if (lane.isIdle()) {
      lanes.remove(lane.destination);
    }
  }
}
