package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.artemis.ArtemisBinding;
import com.babelqueue.connect.broker.artemis.ArtemisBody;
import com.babelqueue.connect.broker.artemis.ArtemisHeaders;
import com.babelqueue.connect.broker.artemis.ArtemisMetadata;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.source.Delivery;
import jakarta.jms.Message;
import java.util.List;

/** Makes deliveries of the client's messages. Used by the engine's thread alone. */
final class DeliveryReader {
  /** Java objects around a message: roughly what the client and a Delivery take. */
  private static final int FIXED_OVERHEAD = 1_024;

  private static final int HEADER_OVERHEAD = 64;

  private final long epoch;

  /**
   * @param epoch the session in which handles are good
   */
  DeliveryReader(long epoch) {
    this.epoch = epoch;
  }

  /**
   * Reads a message; whatever is in it, so that none is in the way of those behind it.
   *
   * @param queue as the settings name it
   */
  Delivery read(String queue, Message message) {
    byte[] body = ArtemisBody.of(message);
    List<NativeHeader> headers = ArtemisHeaders.read(message);
    List<NativeHeader> metadata = ArtemisMetadata.of(message);
    Object count = value(metadata, AttemptsRule.ARTEMIS_JMS.countHeader());
    return Delivery.of(queue, body, message, epoch)
        .messageId((String) value(metadata, ArtemisMetadata.MESSAGE_ID))
        .headers(headers)
        .metadata(metadata)
        .group((String) value(metadata, ArtemisMetadata.GROUP_ID))
        .versionField(value(headers, ArtemisBinding.VERSION_PROPERTY))
        .attemptsField(count)
        .deliveryCount(count instanceof Integer deliveries ? deliveries : 0)
        .overhead(overhead(body, headers))
        .build();
  }

  /** The client keeps its own copy of the body until the message is settled. */
  private static int overhead(byte[] body, List<NativeHeader> headers) {
    int bytes = FIXED_OVERHEAD + body.length;
    for (NativeHeader header : headers) {
      bytes += HEADER_OVERHEAD + header.name().length();
      if (header.value() instanceof String text) {
        bytes += text.length();
      } else if (header.value() instanceof byte[] raw) {
        bytes += raw.length;
      }
    }
    return bytes;
  }

  private static Object value(List<NativeHeader> headers, String name) {
    for (NativeHeader header : headers) {
      if (header.name().equals(name)) {
        return header.value();
      }
    }
    return null;
  }
}
