package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.broker.rabbitmq.HeaderFrame;
import com.babelqueue.connect.broker.rabbitmq.RabbitMqFailures;
import com.babelqueue.connect.broker.rabbitmq.UnfitMessageException;
import com.rabbitmq.client.BasicProperties;

/**
 * Keeps messages back that the broker would close the channel for, and with it everything
 * unconfirmed. It outlives channels, since the broker's own limit is learned from one that was
 * closed for it.
 *
 * <p>Thread-safe.
 */
final class SizeLimit {
  private static final String TOO_LARGE = "too_large";

  /** In bytes of the body; written by the client's threads, one connection at a time. */
  private volatile long largest;

  /**
   * @param largest the largest body by setting
   */
  SizeLimit(long largest) {
    this.largest = largest;
  }

  /** Takes the broker's own limit from the failure of a channel, if that was what closed it. */
  void learn(Throwable failure) {
    RabbitMqFailures.largestMessage(failure).ifPresent(limit -> largest = Math.min(largest, limit));
  }

  /**
   * Checks a message.
   *
   * @param frameMax the frame size agreed with the broker; 0 for none
   * @throws UnfitMessageException when the broker would not take it
   */
  void check(byte[] body, BasicProperties properties, int frameMax) throws UnfitMessageException {
    if (body.length > largest) {
      throw new UnfitMessageException(
          TOO_LARGE,
          "the body has " + body.length + " bytes, more than the " + largest + " allowed");
    }
    if (frameMax > 0 && HeaderFrame.size(properties) > frameMax) {
      throw new UnfitMessageException(
          TOO_LARGE, "the headers are larger than the " + frameMax + " bytes of a frame");
    }
  }
}
