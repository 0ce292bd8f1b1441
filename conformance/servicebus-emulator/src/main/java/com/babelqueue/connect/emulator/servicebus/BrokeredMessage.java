package com.babelqueue.connect.emulator.servicebus;

import java.time.Instant;
import java.util.UUID;
import org.apache.qpid.proton.engine.Delivery;

/**
 * One message of one entity, and where it is in its life: ready, locked, deferred or scheduled.
 * Owned by the server's thread.
 */
final class BrokeredMessage {
  private final byte[] encoded;
  private final String sessionId;
  private final Instant enqueued;
  private long sequence;
  private int deliveryCount;
  private DeadLetterNote deadLetterNote;
  private Lock lock;

  /**
   * @param encoded the AMQP message as its sender wrote it
   * @param sessionId null without one
   */
  BrokeredMessage(byte[] encoded, String sessionId, Instant enqueued) {
    this.encoded = encoded;
    this.sessionId = sessionId;
    this.enqueued = enqueued;
  }

  byte[] encoded() {
    return encoded;
  }

  String sessionId() {
    return sessionId;
  }

  Instant enqueued() {
    return enqueued;
  }

  long sequence() {
    return sequence;
  }

  void sequence(long number) {
    sequence = number;
  }

  /** Failed deliveries before this one, which is what AMQP's header carries. */
  int deliveryCount() {
    return deliveryCount;
  }

  void countFailedDelivery() {
    deliveryCount++;
  }

  /** Null on a message that was not dead-lettered. */
  DeadLetterNote deadLetterNote() {
    return deadLetterNote;
  }

  void deadLetterNote(DeadLetterNote note) {
    deadLetterNote = note;
  }

  /** Null unless somebody holds it. */
  Lock lock() {
    return lock;
  }

  void lock(Lock held) {
    lock = held;
  }

  /** Why a message lies in a dead-letter sub-queue; each part may be null. */
  record DeadLetterNote(String reason, String description) {}

  /**
   * Who holds a message.
   *
   * @param delivery the transfer that handed it out
   */
  record Lock(UUID token, Instant until, ReceiverLink holder, Delivery delivery) {
    Lock until(Instant later) {
      return new Lock(token, later, holder, delivery);
    }
  }
}
