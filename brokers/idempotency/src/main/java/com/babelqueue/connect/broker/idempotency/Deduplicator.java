package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
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
 * that meet an id at the same moment may both run it (IDM-5). A null or blank id is none: its
 * message always runs, and nothing is remembered of it (IDM-2). Owned by one thread.
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

  /** How many successes are kept for a store that does not take them; the oldest are given up. */
  static final int MAX_UNWRITTEN = 10_000;

  private final IdempotencyStore store;

  /** Ids of the last look that the store remembers, or has been told since. */
  private Set<String> known = new HashSet<>();

  /** Ids that succeeded and that the store was not told yet, the oldest first. */
  private final Set<String> unwritten = new LinkedHashSet<>();

  /** What waits behind each id under way, in the order in which it came. */
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
   * @param ids may hold nulls and blank ones, which are left out
   * @throws BrokerException when the store cannot be asked: try again later, admit nothing before
   *     (IDM-4)
   */
  public void lookUp(Collection<String> ids) throws BrokerException {
    Set<String> asked = new HashSet<>();
    for (String id : ids) {
      if (isId(id) && !unwritten.contains(id)) {
        asked.add(id);
      }
    }
    known = asked.isEmpty() ? new HashSet<>() : new HashSet<>(store.seen(asked));
  }

  /**
   * Decides about a message.
   *
   * @param id null or blank when it has none
   * @param message kept when the verdict is {@link Verdict#WAIT}
   */
  public Verdict admit(String id, T message) {
    if (!isId(id)) {
      return Verdict.RUN;
    }
    if (known.contains(id) || unwritten.contains(id)) {
      return Verdict.DUPLICATE;
    }
    return runOrWait(id, message);
  }

  /**
   * Lets a message run whatever is remembered of it, for a replay (HDR-10). What is remembered
   * stays so should it fail; its success is remembered like any other.
   *
   * @return {@link Verdict#RUN}, or {@link Verdict#WAIT} behind one that is under way
   */
  public Verdict admitAnyway(String id, T message) {
    return isId(id) ? runOrWait(id, message) : Verdict.RUN;
  }

  private Verdict runOrWait(String id, T message) {
    Deque<T> followers = underWay.get(id);
    if (followers == null) {
      underWay.put(id, new ArrayDeque<>(1));
      return Verdict.RUN;
    }
    followers.addLast(message);
    waiting++;
    return Verdict.WAIT;
  }

  /**
   * The message had its effect.
   *
   * @return those that waited behind it, in the order in which they came, to be admitted anew:
   *     replays among them run, the others are duplicates now
   */
  public List<T> succeeded(String id) {
    Deque<T> followers = isId(id) ? underWay.remove(id) : null;
    if (followers == null) {
      return List.of();
    }
    addUnwritten(id);
    waiting -= followers.size();
    return List.copyOf(followers);
  }

  private void addUnwritten(String id) {
    unwritten.add(id);
    if (unwritten.size() > MAX_UNWRITTEN) {
      Iterator<String> oldest = unwritten.iterator();
      oldest.next();
      oldest.remove();
    }
  }

  /**
   * The message did not have its effect and will not be tried again by this task; its id is not
   * marked.
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
   * Forgets that an id's message had its effect, so that the next one of it runs (IDM-2).
   *
   * @param id nothing is done when it is null or blank
   * @throws BrokerException when the store could not be told; it may remember the id still
   */
  public void forget(String id) throws BrokerException {
    if (isId(id)) {
      unwritten.remove(id);
      known.remove(id);
      store.forget(id);
    }
  }

  /**
   * Tells the store what succeeded and it was not told yet.
   *
   * @throws BrokerException when it could not be told. That is no reason to run anything again
   *     (IDM-4): the newest {@value #MAX_UNWRITTEN} ids are kept, count as remembered here, and are
   *     told with a later call, which is better not made at once
   */
  public void flush() throws BrokerException {
    if (unwritten.isEmpty()) {
      return;
    }
    store.remember(List.copyOf(unwritten));
    // Messages of the last look may still be admitted, and what it found is older.
    known.addAll(unwritten);
    unwritten.clear();
  }

  private static boolean isId(String id) {
    return id != null && !id.isBlank();
  }

  /** Closes the store, which is told nothing more; {@link #flush} comes before. */
  @Override
  public void close() {
    store.close();
  }
}
