package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.BrokerException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownServerException;

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
    if (failure instanceof RecordTooLargeException
        || failure instanceof RecordBatchTooLargeException) {
      return BrokerException.misconfigured(
          KafkaSettings.CLIENT_PREFIX + "max.request.size",
          said + "; raise it, or the topic's max.message.bytes",
          failure);
    }
    if (failure instanceof AuthenticationException || failure instanceof AuthorizationException) {
      return BrokerException.misconfigured(KafkaSettings.CLIENT_PREFIX + "*", said, failure);
    }
    // What Kafka's clients do not class as retriable and yet passes by itself.
    boolean passes =
        !(failure instanceof ApiException)
            || failure instanceof RetriableException
            || failure instanceof UnknownServerException
            || failure instanceof OutOfOrderSequenceException;
    return passes
        ? BrokerException.outage(said, failure)
        : BrokerException.misconfigured(KafkaSettings.BOOTSTRAP_SERVERS, said, failure);
  }
}
