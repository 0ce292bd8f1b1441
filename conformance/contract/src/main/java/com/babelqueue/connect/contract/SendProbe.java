package com.babelqueue.connect.contract;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A send whose outcome a test can wait for, so that a sender is tried on a real broker without any
 * engine. Any thread may report, as with every {@link Send}.
 */
public final class SendProbe implements Send {
  private final OutboundMessage message;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  private SendProbe(OutboundMessage message) {
    this.message = message;
  }

  /** A send of a message built elsewhere. */
  public static SendProbe of(OutboundMessage message) {
    return new SendProbe(message);
  }

  /** A send of an envelope with headers, as the engine would hand it on. */
  public static SendProbe of(String destination, byte[] body, List<NativeHeader> headers) {
    return of(envelope(destination, body).headers(headers).build());
  }

  /** Begins a message that carries an acceptable envelope; its attempts are the body's. */
  public static OutboundMessage.Builder envelope(String destination, byte[] body) {
    Envelope envelope = new EnvelopeScanner().scan(body);
    return OutboundMessage.to(destination, body, "orders-0@0")
        .envelope(envelope, envelope.attempts());
  }

  @Override
  public OutboundMessage message() {
    return message;
  }

  @Override
  public void sent() {
    outcome.complete(new Outcome(Kind.SENT, null, null));
  }

  @Override
  public void retry(String reason) {
    outcome.complete(new Outcome(Kind.RETRY, reason, null));
  }

  @Override
  public void refused(String reason, String detail) {
    outcome.complete(new Outcome(Kind.REFUSED, reason, detail));
  }

  @Override
  public void rejected(String reason, String detail) {
    outcome.complete(new Outcome(Kind.REJECTED, reason, detail));
  }

  /** Whether an outcome has been reported. */
  public boolean isDone() {
    return outcome.isDone();
  }

  /**
   * Waits for the outcome.
   *
   * @throws AssertionError when none comes in time
   */
  public Outcome outcome(Duration limit) throws InterruptedException {
    try {
      return outcome.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new AssertionError("no outcome for " + message.location(), e);
    }
  }

  /** What a sender may report. */
  public enum Kind {
    SENT,
    RETRY,
    REFUSED,
    REJECTED
  }

  /**
   * What a sender reported.
   *
   * @param reason null for a sent message
   * @param detail null where the outcome has none
   */
  public record Outcome(Kind kind, String reason, String detail) {}
}
