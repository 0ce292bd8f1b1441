package com.babelqueue.connect.emulator.servicebus;

import com.babelqueue.connect.emulator.servicebus.BrokeredMessage.DeadLetterNote;
import com.babelqueue.connect.emulator.servicebus.BrokeredMessage.Lock;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.qpid.proton.engine.Delivery;

/**
 * A queue, a subscription or a dead-letter sub-queue: its messages in the order of their sequence
 * numbers, their locks, and those who receive. Owned by the server's thread.
 */
final class Entity {
  private final EntityOptions options;
  private final Clock clock;

  /** Takes dead letters; null for a dead-letter sub-queue itself. */
  private final Entity deadLetters;

  private final TreeMap<Long, BrokeredMessage> ready = new TreeMap<>();
  private final Map<UUID, BrokeredMessage> locked = new LinkedHashMap<>();
  private final Map<Long, BrokeredMessage> deferred = new TreeMap<>();
  private final List<Scheduled> scheduled = new ArrayList<>();
  private final Set<ReceiverLink> receivers = new LinkedHashSet<>();
  private final Sessions sessions = new Sessions();
  private long lastSequence;

  Entity(EntityOptions options, Clock clock, Entity deadLetters) {
    this.options = options;
    this.clock = clock;
    this.deadLetters = deadLetters;
  }

  boolean requiresSessions() {
    return options.sessions();
  }

  int maxMessageBytes() {
    return options.maxMessageBytes();
  }

  int readyCount() {
    return ready.size();
  }

  int lockedCount() {
    return locked.size();
  }

  /** Messages that no receiver gets without asking for them: deferred and scheduled ones. */
  int setAsideCount() {
    return deferred.size() + scheduled.size();
  }

  int receiverCount() {
    return receivers.size();
  }

  void enqueue(BrokeredMessage message, Instant at) {
    if (at != null && at.isAfter(clock.instant())) {
      scheduled.add(new Scheduled(message, at));
      return;
    }
    message.sequence(++lastSequence);
    ready.put(message.sequence(), message);
    pump();
  }

  void attach(ReceiverLink receiver) {
    receivers.add(receiver);
  }

  /**
   * Locks a session for a receiver.
   *
   * @param wanted a session's id; null for any that has messages and is free
   * @return whether there was one
   */
  boolean lockSession(ReceiverLink receiver, String wanted) {
    String id = wanted == null ? nextSession() : wanted;
    if (id == null || !sessions.isFree(id)) {
      return false;
    }
    receiver.sessionId(id);
    sessions.lock(id, receiver, lockEnd());
    receivers.add(receiver);
    return true;
  }

  private String nextSession() {
    return ready.values().stream()
        .map(BrokeredMessage::sessionId)
        .filter(id -> id != null && sessions.isFree(id))
        .findFirst()
        .orElse(null);
  }

  /** Null when nobody holds it. */
  Instant sessionLockedUntil(String id) {
    return sessions.lockedUntil(id);
  }

  /** The new end of a session's lock; null when nobody holds it. */
  Instant renewSession(String id) {
    Instant until = lockEnd();
    return sessions.renew(id, until) ? until : null;
  }

  /**
   * Takes a receiver off. Its locks stay until they expire, but a session is free at once and its
   * messages go back without a delivery being counted.
   */
  void detach(ReceiverLink receiver) {
    if (receivers.remove(receiver) && receiver.sessionId() != null) {
      sessions.free(receiver);
      giveBack(message -> message.lock().holder() == receiver, false);
    }
    pump();
  }

  /** Hands out whatever somebody has credit for. */
  void pump() {
    for (ReceiverLink receiver : List.copyOf(receivers)) {
      while (receiver.hasCredit()) {
        BrokeredMessage next = nextFor(receiver);
        if (next == null) {
          break;
        }
        ready.remove(next.sequence());
        Lock lock = receiver.deliver(next, lockEndFor(receiver));
        if (lock != null) {
          next.lock(lock);
          locked.put(lock.token(), next);
        }
      }
    }
  }

  private BrokeredMessage nextFor(ReceiverLink receiver) {
    if (receiver.sessionId() == null) {
      return ready.isEmpty() ? null : ready.firstEntry().getValue();
    }
    return ready.values().stream()
        .filter(message -> receiver.sessionId().equals(message.sessionId()))
        .findFirst()
        .orElse(null);
  }

  private Instant lockEndFor(ReceiverLink receiver) {
    return receiver.sessionId() == null ? lockEnd() : sessions.lockedUntil(receiver.sessionId());
  }

  private Instant lockEnd() {
    return clock.instant().plus(options.lockDuration());
  }

  /** Whether a token stands for a lock that is still held. */
  boolean holds(UUID token) {
    return locked.containsKey(token);
  }

  /** The token under which a delivery is locked; null when its lock is gone. */
  UUID tokenOf(BrokeredMessage message, Delivery delivery) {
    Lock lock = message.lock();
    return lock != null && lock.delivery() == delivery ? lock.token() : null;
  }

  Instant renew(UUID token) {
    BrokeredMessage message = locked.get(token);
    Instant until = lockEnd();
    message.lock(message.lock().until(until));
    return until;
  }

  void settle(UUID token, Outcome outcome) {
    BrokeredMessage message = locked.remove(token);
    message.lock(null);
    switch (outcome.kind()) {
      case COMPLETE -> {}
      case ABANDON -> giveBack(message, true);
      case RELEASE -> giveBack(message, false);
      case DEFER -> deferred.put(message.sequence(), message);
      case DEAD_LETTER -> deadLetter(message, outcome.note());
    }
    pump();
  }

  /** Ready messages, without locking them. */
  List<BrokeredMessage> peek(long fromSequence, int count) {
    return ready.tailMap(fromSequence, true).values().stream().limit(count).toList();
  }

  private void giveBack(Predicate<BrokeredMessage> which, boolean failed) {
    List<BrokeredMessage> back = locked.values().stream().filter(which).toList();
    for (BrokeredMessage message : back) {
      locked.remove(message.lock().token());
      message.lock(null);
      giveBack(message, failed);
    }
  }

  private void giveBack(BrokeredMessage message, boolean failed) {
    if (failed) {
      message.countFailedDelivery();
    }
    if (message.deliveryCount() >= options.maxDeliveryCount() && deadLetters != null) {
      deadLetter(
          message,
          new DeadLetterNote(
              "MaxDeliveryCountExceeded",
              "Message could not be consumed in time or was given back"));
    } else {
      ready.put(message.sequence(), message);
    }
  }

  private void deadLetter(BrokeredMessage message, DeadLetterNote note) {
    if (deadLetters == null) {
      return;
    }
    BrokeredMessage dead =
        new BrokeredMessage(message.encoded(), message.sessionId(), message.enqueued());
    dead.deadLetterNote(note);
    deadLetters.enqueue(dead, null);
  }

  /** Lets time pass: expired locks go back, scheduled messages come in. */
  void tick() {
    Instant now = clock.instant();
    boolean changed = false;
    for (ReceiverLink loser : sessions.expire(now)) {
      giveBack(message -> message.lock().holder() == loser, true);
      receivers.remove(loser);
      loser.detach("com.microsoft:session-lock-lost", "The session lock has expired.");
      changed = true;
    }
    int before = locked.size();
    giveBack(
        message ->
            message.lock().holder().sessionId() == null && message.lock().until().isBefore(now),
        true);
    changed |= locked.size() != before;
    List<Scheduled> due = scheduled.stream().filter(entry -> !entry.at().isAfter(now)).toList();
    scheduled.removeAll(due);
    due.forEach(entry -> enqueue(entry.message(), null));
    if (changed) {
      pump();
    }
  }

  private record Scheduled(BrokeredMessage message, Instant at) {}
}
