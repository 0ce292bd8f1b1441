package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides for each message of a task whether it is to have its effect, and remembers the ids of
 * those that had it (IDM-1 to IDM-5).
 *
 * <p>A second message of an id whose first one is still under way waits for it: success makes it a
 * duplicate, failure makes it the next to run. Across tasks there is no such claim, so two tasks
 * that meet an id at the same moment may both run it (IDM-5). Owned by one thread.
 *
 * @param <T> what waits behind a message of the same id
 */
public final class Deduplicator<T> implements AutoCloseable {
  /** What is to happen to a message. */
  public enum Verdict {
    /** It is to have its effect; {@link #succeeded} or {@link #failed} must follow. */
    RUN,
    /** It had its effect already: settle it and go on. */
    DUPLICATE,
    /** A message of the same id is under way; this one was kept and comes out again with it. */
    WAIT
  }

  private final IdempotencyStore store;

  /** Ids of the last look that the store remembers. */
  private Set<String> known = Set.of();

  /** Ids that succeeded and that the store was not told yet. */
  private final Set<String> unwritten = new LinkedHashSet<>();

  /** What waits behind each id under way. */
  private final Map<String, Deque<T>> underWay = new HashMap<>();

  private int waiting;

  /**
   * @param store not shared with another deduplicator; closed with this one
   */
  public Deduplicator(IdempotencyStore store) {
    this.store = store;
  }

  /**
   * Asks the store about the messages that come next, all at once; {@link #admit} is called for
   * them before the next look.
   *
   * @param ids blank ones and nulls are left out: such messages always run (IDM-2)
   * @throws BrokerException when the store cannot be asked: try again later, admit nothing before
   */
  public void lookUp(Collection<String> ids) throws BrokerException {
    Set<String> asked = new HashSet<>();
    for (String id : ids) {
      if (isId(id) && !unwritten.contains(id) && !underWay.containsKey(id)) {
        asked.add(id);
      }
    }
    known = asked.isEmpty() ? Set.of() : store.seen(asked);
  }

  /**
   * Decides about a message; without an id it runs, and nothing is remembered of it.
   *
   * @param id null or empty when it has none
   * @param message kept when the verdict is {@link Verdict#WAIT}
   */
  public Verdict admit(String id, T message) {
    if (!isId(id)) {
      return Verdict.RUN;
    }
    if (known.contains(id) || unwritten.contains(id)) {
      return Verdict.DUPLICATE;
    }
    Deque<T> followers = underWay.get(id);
    if (followers == null) {
      underWay.put(id, new ArrayDeque<>(0));
      return Verdict.RUN;
    }
    followers.addLast(message);
    waiting++;
    return Verdict.WAIT;
  }

  /**
   * Lets a message run whatever is remembered of it, for a replay (HDR-10); its success is
   * remembered like any other.
   *
   * @return {@link Verdict#RUN}, or {@link Verdict#WAIT} behind one that is under way
   */
  public Verdict admitAnyway(String id, T message) {
    if (isId(id) && !underWay.containsKey(id)) {
      unwritten.remove(id);
      known = without(known, id);
    }
    return admit(id, message);
  }

  private static Set<String> without(Set<String> ids, String id) {
    if (!ids.contains(id)) {
      return ids;
    }
    Set<String> rest = new HashSet<>(ids);
    rest.remove(id);
    return rest;
  }

  /**
   * The message had its effect.
   *
   * @return those that waited behind it, now duplicates, in the order in which they came
   */
  public List<T> succeeded(String id) {
    Deque<T> followers = isId(id) ? underWay.remove(id) : null;
    if (followers == null) {
      return List.of();
    }
    unwritten.add(id);
    waiting -= followers.size();
    return new ArrayList<>(followers);
  }

  /**
   * The message did not have its effect and will not be tried again by this task; its id stays
   * unmarked.
   *
   * @return the next one of that id, which is to run now; null when none waits
   */
  public T failed(String id) {
    Deque<T> followers = isId(id) ? underWay.get(id) : null;
    if (followers == null) {
      return null;
    }
    T next = followers.pollFirst();
    if (next == null) {
      underWay.remove(id);
    } else {
      waiting--;
    }
    return next;
  }

  /** Forgets what waits and is another task's now. */
  public void removeWaiting(Predicate<T> condition) {
    for (Deque<T> followers : underWay.values()) {
      int before = followers.size();
      followers.removeIf(condition);
      waiting -= before - followers.size();
    }
  }

  /** How many messages wait behind others. */
  public int waiting() {
    return waiting;
  }

  /**
   * Tells the store what succeeded since the last call.
   *
   * @throws BrokerException when it could not be told; these ids are given up, since a success must
   *     not turn into a retry (IDM-4)
   */
  public void flush() throws BrokerException {
    if (unwritten.isEmpty()) {
      return;
    }
    List<String> ids = List.copyOf(unwritten);
    unwritten.clear();
    store.remember(ids);
  }

  private static boolean isId(String id) {
    return id != null && !id.isEmpty();
  }

  @Override
  public void close() {
    store.close();
  }
}
