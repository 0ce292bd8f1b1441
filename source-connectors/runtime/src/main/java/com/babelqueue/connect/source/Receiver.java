package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.List;

/**
 * The narrow hook below which a source connector knows its broker: it receives deliveries and
 * settles them. Everything else (bounds, tracking, ordering of acknowledgements, stop, reconnect,
 * poison) is the engine's and is written once.
 *
 * <p><b>Threads.</b> Every method is called on the engine's thread, which therefore owns the
 * client; only {@link #wakeup()} may come from any thread. The engine's thread also runs while the
 * connector is paused, so that locks are renewed then. No call may block longer than about a
 * second, except {@link #open()} and {@link #close()}, which must end within a few.
 *
 * <p><b>Failures.</b> A method throws {@link BrokerException}: a retriable one makes the engine
 * {@link #close()} the receiver and {@link #open()} it again with backoff, any other one fails the
 * task. Deliveries of an older epoch are never settled; the broker will deliver them again.
 *
 * <p>Order of calls: {@code open}, then any of the others, {@code close}; after a close {@code
 * open} may follow. A task that stops calls {@code drain}, settles, and closes. A client that
 * blocks in its receive call is easier to adapt with {@link PullReceiver}.
 */
public interface Receiver extends AutoCloseable {
  /**
   * Connects, checks that every queue exists, and begins a new epoch if handles of the old
   * connection are void.
   *
   * @throws BrokerException when the broker cannot be reached or refuses the settings
   */
  void open() throws BrokerException;

  /**
   * Takes deliveries from the broker.
   *
   * @param maxMessages free slots; never more than this many are returned, nor asked of the broker
   *     beyond them
   * @param maxBytes free bytes; a hint, since no broker can be asked for bytes: a receiver may
   *     overshoot by what one call to the broker returns
   * @param wait how long to wait for the first one; zero means return at once
   * @return deliveries in the broker's order; empty when none came in time or after {@link
   *     #wakeup()}
   * @throws BrokerException on an outage or a misconfiguration
   * @throws InterruptedException when the engine is being torn down
   */
  List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException;

  /** Makes a blocked or the next {@link #receive} return soon. Any thread. */
  void wakeup();

  /**
   * Stops taking new messages from the broker without giving up what was delivered: nobody polls,
   * because the connector is paused or Kafka is slow. The next {@link #receive} resumes.
   * Idempotent.
   *
   * @throws BrokerException on an outage
   */
  void suspend() throws BrokerException;

  /**
   * Gives up deliveries that came in although {@link #suspend()} had been called, because a call to
   * the broker was under way, so that their locks are renewed like all others. Called now and then
   * while suspended.
   *
   * @return in the broker's order; empty by default, for receivers that keep none back
   * @throws BrokerException on an outage
   */
  default List<Delivery> late() throws BrokerException {
    return List.of();
  }

  /**
   * Stops taking messages for good and gives up what was received but not yet returned, so that it
   * can be handed back. Only settlements and {@link #close()} follow.
   *
   * @param wait how long to wait for a receive call that is under way at the broker
   * @return deliveries that no {@link #receive} returned, in the broker's order
   * @throws BrokerException on an outage; the broker then frees the messages by itself
   * @throws InterruptedException when the engine is being torn down
   */
  List<Delivery> drain(Duration wait) throws BrokerException, InterruptedException;

  /** The number of the session whose handles are good now; constant where handles never expire. */
  long epoch();

  /** How many settlements make a full batch for this broker, at least 1. */
  int settlementBatch();

  /**
   * Tells the broker that the deliveries are done for good.
   *
   * @param deliveries of this epoch, in the order in which they were received
   * @return those that the broker refused to settle, with its reason; empty when all went well
   * @throws BrokerException when the call failed as a whole
   */
  List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException;

  /**
   * Sends the deliveries the broker's own dead-letter way, without any retry.
   *
   * @param deliveries of this epoch, in the order in which they were received
   * @param reason a short stable code, for brokers that store one
   * @return those that the broker refused to settle
   * @throws BrokerException when the call failed as a whole
   */
  List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException;

  /**
   * Hands the deliveries back, so that any consumer gets them at once.
   *
   * @param deliveries of this epoch, newest first, so that a broker that puts them at the head of
   *     its queue ends with the old order
   * @return those that the broker refused to take back
   * @throws BrokerException when the call failed as a whole
   */
  List<Unsettled> release(List<Delivery> deliveries) throws BrokerException;

  /** How long a delivery stays locked for this receiver; zero, by default, where none is locked. */
  default Duration lockDuration() {
    return Duration.ZERO;
  }

  /**
   * Extends the locks of deliveries by {@link #lockDuration()}. Also called while paused.
   *
   * @param deliveries of this epoch, oldest first
   * @return those whose lock could not be extended
   * @throws BrokerException when the call failed as a whole
   */
  default List<Unsettled> renew(List<Delivery> deliveries) throws BrokerException {
    return List.of();
  }

  /** Closes the connection; never throws, and never settles anything. */
  @Override
  void close();

  /**
   * A delivery that the broker would not settle or renew.
   *
   * @param delivery which one
   * @param reason the broker's word, for the log
   */
  record Unsettled(Delivery delivery, String reason) {}
}
