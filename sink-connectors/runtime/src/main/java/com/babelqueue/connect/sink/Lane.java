package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.Backoff;
import java.util.Collection;
import java.util.function.Predicate;

/**
 * The messages of one destination, in the order in which they were taken in.
 *
 * <p>After a failure the lane is held until its other attempts have come back and the backoff is
 * over. Then the messages that have been sent before go again, alone; what was never sent follows
 * when they are through, so that nothing overtakes a message once its failure is known.
 *
 * <p>Owned by the task's thread.
 */
final class Lane {
  /** No message that was sent is left unconfirmed by a failure. */
  private static final long NOT_RECOVERING = -1;

  final String destination;
  private final Backoff backoff;
  private final SendOrder waiting = new SendOrder();

  private int inFlight;
  private boolean held;

  /** Ticker value at which the backoff is over; meaningless unless held. */
  private long heldUntil;

  /** The highest sequence that has to get through before anything new is sent. */
  private long recoverUpTo = NOT_RECOVERING;

  /** The highest sequence that was ever sent. */
  private long sentUpTo = NOT_RECOVERING;

  Lane(String destination, Backoff backoff) {
    this.destination = destination;
    this.backoff = backoff;
  }

  void add(Pending pending) {
    waiting.add(pending);
  }

  boolean remove(Pending pending) {
    return waiting.remove(pending);
  }

  Pending head() {
    return waiting.peek();
  }

  /** Takes the head for an attempt. */
  Pending send() {
    Pending head = waiting.remove();
    inFlight++;
    sentUpTo = Math.max(sentUpTo, head.sequence);
    return head;
  }

  /**
   * An attempt came back, in whichever way.
   *
   * @return how many failures are overcome with it, now that everything sent before has got
   *     through; 0 when there were none or they are not
   */
  int cameBack() {
    inFlight--;
    boolean through = waiting.isEmpty() || waiting.peek().sequence > recoverUpTo;
    if (backoff.failures() == 0 || held || inFlight > 0 || !through) {
      return 0;
    }
    int failures = backoff.failures();
    backoff.reset();
    recoverUpTo = NOT_RECOVERING;
    return failures;
  }

  /** Whether its head may be sent, if there is room. */
  boolean isSendable(long now) {
    if (waiting.isEmpty()) {
      return false;
    }
    if (held) {
      if (inFlight > 0 || now - heldUntil < 0) {
        return false;
      }
      held = false;
    }
    if (recoverUpTo == NOT_RECOVERING || waiting.peek().sequence <= recoverUpTo) {
      return true;
    }
    if (inFlight > 0) {
      return false;
    }
    recoverUpTo = NOT_RECOVERING;
    return true;
  }

  /**
   * An attempt came back and has to be made again.
   *
   * @return true when this is the first failure since everything got through
   */
  boolean fail(Pending failed, long now) {
    inFlight--;
    waiting.add(failed);
    boolean first = backoff.failures() == 0;
    if (!held) {
      heldUntil = now + backoff.next().toNanos();
      held = true;
    }
    recoverUpTo = sentUpTo;
    return first;
  }

  /** Nothing is under way any more; a backoff goes on. */
  void connectionLost() {
    inFlight = 0;
  }

  /** Adds those that wait and satisfy a condition. */
  void select(Predicate<Pending> condition, Collection<Pending> selected) {
    waiting.select(condition, selected);
  }

  boolean isIdle() {
    return waiting.isEmpty() && inFlight == 0;
  }
}
