package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.BrokerException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The failure table of the Kafka clients: which failure of a write or a look-up passes, and which
 * one a person has to mend. Stateless.
 */
final class KafkaFailures {
  private KafkaFailures() {}

  /**
   * Judges a failure.
   *
   * @param attempted what was tried, as the subject of a sentence, such as {@code "writing to topic
   *     orders.dlq"}
   * @param failure what the client threw or reported; its text names no payload
   */
  static BrokerException of(String attempted, Throwable failure) {
    String said = attempted + " failed: " + failure.getMessage();
    if (failure instanceof RetriableException) {
      return BrokerException.outage(said, failure);
    }
    if (failure instanceof RecordTooLargeException) {
      return BrokerException.misconfigured(
          KafkaSettings.CLIENT_PREFIX + "max.request.size",
          said + "; raise it, or the topic's max.message.bytes",
          failure);
    }
    // A client that gave up for good is made anew; what a person must mend fails again at once.
    boolean judged = failure.getClass() != KafkaException.class;
    return judged && failure instanceof KafkaException
        ? BrokerException.misconfigured(KafkaSettings.BOOTSTRAP_SERVERS, said, failure)
        : BrokerException.outage(said, failure);
  }
}
