package com.babelqueue.connect.sink;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One attempt to send a message over one connection. The outcome may come on any thread and is
 * applied on the task's; everything else here is the task's thread's.
 */
final class Attempt implements Send {
  final Pending pending;

  /** Ticker value at which it was handed to the sender. */
  final long sentAt;

  private final Deliveries deliveries;
  private final Outcomes outcomes;

  /** Set once, by the thread that reports first. */
  private final AtomicBoolean reported = new AtomicBoolean();

  Attempt(Pending pending, long sentAt, Deliveries deliveries, Outcomes outcomes) {
    this.pending = pending;
    this.sentAt = sentAt;
    this.deliveries = deliveries;
    this.outcomes = outcomes;
  }

  @Override
  public OutboundMessage message() {
    return pending.message;
  }

  @Override
  public void sent() {
    report(() -> deliveries.sent(this));
  }

  @Override
  public void retry(String reason) {
    report(() -> deliveries.retry(this, reason));
  }

  @Override
  public void refused(String reason, String detail) {
    report(() -> deliveries.refused(this, new Fault(reason, detail)));
  }

  @Override
  public void rejected(String reason, String detail) {
    report(() -> deliveries.rejected(this, new Fault(reason, detail)));
  }

  private void report(Outcomes.Outcome outcome) {
    if (reported.compareAndSet(false, true)) {
      outcomes.add(outcome);
    }
  }

  /** For logs of senders: which record, never its content. */
  @Override
  public String toString() {
    return pending.origin.toString();
  }
}
