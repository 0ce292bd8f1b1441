package com.babelqueue.connect.envelope;

/**
 * How a broker's own delivery count and the body's counter become one number of earlier attempts
 * (ATT-1: the first delivery reads 0; ATT-3: the result is a view, nothing is written back).
 *
 * <p>The native count may be any integral number or its decimal text, as String or UTF-8 bytes.
 * Absent, negative or unreadable counts change nothing, nor does one larger than an int. Stateless;
 * for any thread.
 */
public enum AttemptsRule {
  /** {@code bq-attempts} when readable, even if it is lower; else the body (KFK-4). */
  KAFKA("bq-attempts", 0),
  /** The larger of body and {@code ApproximateReceiveCount} - 1 (SQS-5). */
  SQS("sqs.approximate.receive.count", 1),
  /** The larger of body and {@code DeliveryCount} - 1 (ASB-3). */
  SERVICEBUS("servicebus.delivery.count", 1),
  /** The larger of body and {@code RedeliveryCount} (PUL-3). */
  PULSAR("pulsar.redelivery.count", 0),
  /** The larger of body and AMQP's 0-based {@code delivery-count} (ART-3). */
  ARTEMIS("artemis.delivery.count", 0),
  /** The larger of body and JMS's 1-based {@code JMSXDeliveryCount} - 1 (ART-3). */
  ARTEMIS_JMS("JMSXDeliveryCount", 1),
  /** The larger of body and {@code x-attempts} (RMQ-4). */
  RABBITMQ("x-attempts", 0),
  /** The body alone (RED-5). */
  NONE("", 0);

  private final String countHeader;
  private final int firstDelivery;

  AttemptsRule(String countHeader, int firstDelivery) {
    this.countHeader = countHeader;
    this.firstDelivery = firstDelivery;
  }

  /**
   * The record header that carries the native count unless told otherwise; empty for {@link #NONE}.
   */
  public String countHeader() {
    return countHeader;
  }

  /**
   * The attempts to hand on.
   *
   * @param bodyAttempts {@link Envelope#attempts()}
   * @param nativeCount the broker's count; null when it gave none
   */
  public int reconcile(int bodyAttempts, Object nativeCount) {
    if (this == NONE) {
      return bodyAttempts;
    }
    long count = Integers.nonNegative(nativeCount);
    if (count == Integers.NONE || count > Integer.MAX_VALUE) {
      return bodyAttempts;
    }
    return this == KAFKA ? (int) count : Math.max(bodyAttempts, (int) count - firstDelivery);
  }
}
