package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.source.Delivery;
import java.nio.ByteBuffer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.MessageIdAdv;

/**
 * What settles a message, in this session of the client or in a later one.
 *
 * @param source the number of the subscription that it came through
 * @param id the client's name of the message
 * @param position the cluster's
 * @param origin what a copy needs beside body and properties
 */
record Receipt(int source, MessageId id, Position position, Origin origin) {
  static Receipt of(int source, Message<byte[]> message) {
    return new Receipt(
        source, message.getMessageId(), Position.of(message.getMessageId()), Origin.of(message));
  }

  static Receipt of(Delivery delivery) {
    return (Receipt) delivery.handle();
  }

  /**
   * Where a message is stored; a redelivery has the same place.
   *
   * @param batchIndex the message's place in its producer's batch; -1 without one
   */
  record Position(long ledger, long entry, int partition, int batchIndex) {
    static Position of(MessageId id) {
      MessageIdAdv place = (MessageIdAdv) id;
      return new Position(
          place.getLedgerId(),
          place.getEntryId(),
          place.getPartitionIndex(),
          place.getBatchIndex());
    }
  }

  /**
   * The parts of a message that a {@link Delivery} does not keep in their own form.
   *
   * @param topic with its partition
   * @param key null without one
   * @param binaryKey whether {@code key} is the Base64 of a key set as bytes
   * @param orderingKey null without one
   * @param eventTime in ms; 0 without one
   */
  record Origin(
      String topic, String key, boolean binaryKey, ByteBuffer orderingKey, long eventTime) {
    static Origin of(Message<byte[]> message) {
      return new Origin(
          message.getTopicName(),
          message.hasKey() ? message.getKey() : null,
          message.hasBase64EncodedKey(),
          message.hasOrderingKey() ? ByteBuffer.wrap(message.getOrderingKey()) : null,
          message.getEventTime());
    }
  }
}
