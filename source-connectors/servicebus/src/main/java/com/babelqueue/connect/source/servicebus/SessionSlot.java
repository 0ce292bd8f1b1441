package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.babelqueue.connect.broker.BrokerException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * Room for one session at a time: it accepts the next one that has messages, reads it until it has
 * been idle for long enough and all is settled, and then leaves it for another.
 *
 * <p>Owned by the engine's thread; the SDK's threads bring accepted sessions through {@link
 * #accepted}.
 */
final class SessionSlot {
  private final SessionSource source;
  private final ServiceBusSessionReceiverAsyncClient acceptor;
  private final ServiceBusSourceConfig config;
  private final Arrivals arrivals;
  private final LongSupplier ticker;

  /** Filled by an SDK thread, emptied by the engine's. */
  private final AtomicReference<Accepted> accepted = new AtomicReference<>();

  /** Null unless a session is waited for. */
  private Disposable accepting;

  /** Null unless a session is held. */
  private MessageStream stream;

  /** Written by the engine's thread, read by the SDK's. */
  private volatile boolean suspended;

  /** Ticker value at which the session was last seen with something to do. */
  private long busyAt;

  /** What {@link MessageStream#handedOn()} was then. */
  private long handedOnBefore;

  SessionSlot(
      SessionSource source,
      ServiceBusSessionReceiverAsyncClient acceptor,
      ServiceBusSourceConfig config,
      Arrivals arrivals,
      LongSupplier ticker) {
    this.source = source;
    this.acceptor = acceptor;
    this.config = config;
    this.arrivals = arrivals;
    this.ticker = ticker;
  }

  boolean isAccepting() {
    return accepting != null;
  }

  /**
   * Takes the next step.
   *
   * @param mayAccept whether a new session may be asked for; one slot after the other does, since
   *     idle ones that all ask only make traffic
   * @return the session held; null while there is none
   */
  MessageStream advance(boolean mayAccept) throws BrokerException {
    suspended = false;
    collect();
    if (stream != null && (!stream.isOpen() || isOver())) {
      leave();
    }
    if (stream == null && accepting == null && mayAccept) {
      accepting =
          acceptor
              .acceptNextSession()
              .subscribe(
                  client -> bring(new Accepted(client, null)),
                  cause -> bring(new Accepted(null, cause)));
    }
    return stream;
  }

  /** An SDK thread brings the outcome; a session that nobody wants any more is free at once. */
  private void bring(Accepted result) {
    if (suspended && result.client() != null) {
      Schedulers.boundedElastic().schedule(result.client()::close);
      accepted.set(Accepted.NOTHING);
    } else {
      accepted.set(result);
    }
    arrivals.signal();
  }

  private void collect() throws BrokerException {
    Accepted result = accepted.getAndSet(null);
    if (result == null) {
      return;
    }
    accepting = null;
    if (result.failure() != null) {
      throw config.failures().of("accepting a session of " + source.entity(), result.failure());
    }
    if (result.client() == null) {
      return;
    }
    stream = MessageStream.open(source, result.client(), arrivals);
    busyAt = ticker.getAsLong();
  }

  private boolean isOver() {
    long now = ticker.getAsLong();
    if (isBusy() || stream.handedOn() != handedOnBefore) {
      busyAt = now;
      handedOnBefore = stream.handedOn();
    }
    return now - busyAt >= config.sessionIdleTimeout().toNanos();
  }

  private boolean isBusy() {
    return stream.unsettled() > 0 || arrivals.holds(stream);
  }

  /** An accept under way stays so, for the SDK cannot take it back from the broker. */
  void suspend() {
    suspended = true;
    if (stream != null && !isBusy()) {
      leave();
    }
  }

  /** What it brought and nobody took is free again with the session. */
  private void leave() {
    stream.close();
    arrivals.drop(stream);
    stream = null;
  }

  void close() {
    if (accepting != null) {
      accepting.dispose();
      accepting = null;
    }
    Accepted late = accepted.getAndSet(null);
    if (late != null && late.client() != null) {
      late.client().close();
    }
    if (stream != null) {
      leave();
    }
  }

  /** The outcome of an accept: a client, why there is none, or nothing to tell. */
  private record Accepted(ServiceBusReceiverAsyncClient client, Throwable failure) {
    static final Accepted NOTHING = new Accepted(null, null);
  }
}
