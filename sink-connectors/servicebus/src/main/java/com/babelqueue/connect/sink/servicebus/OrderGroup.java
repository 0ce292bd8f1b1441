package com.babelqueue.connect.sink.servicebus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The messages of one session, one partition key or a whole entity, in their order. One batch of
 * them is under way at a time: the SDK keeps no order among sends that wait for credit, and repeats
 * one that failed behind those that did not.
 *
 * <p>Owned by the session's thread.
 */
final class OrderGroup {
  private final EntityBacklog entity;
  private final Object key;
  private final Deque<Outgoing> waiting = new ArrayDeque<>();
  private boolean busy;

  /** How many of the first that wait go alone, since a batch of them was refused. */
  private int alone;

  OrderGroup(EntityBacklog entity, Object key) {
    this.entity = entity;
    this.key = key;
  }

  EntityBacklog entity() {
    return entity;
  }

  Object key() {
    return key;
  }

  Deque<Outgoing> waiting() {
    return waiting;
  }

  boolean isBusy() {
    return busy;
  }

  void busy(boolean underWay) {
    busy = underWay;
  }

  /** Whether the next message must share no batch; counts it. */
  boolean nextGoesAlone() {
    if (alone == 0) {
      return false;
    }
    alone--;
    return true;
  }

  /** Puts the messages of a refused batch back, to be sent one by one. */
  void putBackAlone(List<Outgoing> refused) {
    for (int i = refused.size() - 1; i >= 0; i--) {
      waiting.addFirst(refused.get(i));
    }
    alone = refused.size();
  }

  /** Gives up what waits. */
  void clear() {
    waiting.clear();
    alone = 0;
  }
}
