package com.babelqueue.connect.broker.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import com.rabbitmq.client.AMQP;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Projects an envelope to AMQP's basic properties and header table, exactly as contract section 3.2
 * has it.
 *
 * <p>The integers are signed 32-bit fields (AMQP's {@code I}): that is what a Java {@code Integer}
 * and a PHP integer of this size become in their clients, so consumers that compare types see what
 * they see today. Blank values are left out (PRJ-2); there is no {@code timestamp} (RMQ-2).
 *
 * <p>AMQP's short strings hold 255 bytes. A longer {@code type} makes the message unfit, since
 * consumers select by it; a longer {@code correlation_id} or {@code message_id} is left out like a
 * blank one, since both are but a copy of what the body says (PRJ-1) and nothing may be cut.
 *
 * <p>Stateless; for any thread.
 */
public final class RabbitMqProjection {
  /** The longest short string of AMQP, in UTF-8 bytes: names, keys and text properties. */
  public static final int MAX_SHORT_STRING_BYTES = 255;

  /** The code for what no field of AMQP can hold. */
  public static final String ILLEGAL = "illegal";

  private static final String APP_ID = "babelqueue";
  private static final String CONTENT_TYPE = "application/json";
  private static final String CONTENT_ENCODING = "utf-8";
  private static final int PERSISTENT = 2;

  private static final Set<String> CONTRACT = RabbitMqBinding.of(false).contractNames();

  /**
   * Headers by which a publisher has RabbitMQ copy a message to further queues. A record must not
   * do so, and as text they would make the broker close the channel.
   */
  private static final Set<String> ROUTING = Set.of("CC", "BCC");

  private RabbitMqProjection() {}

  /**
   * Projects a message.
   *
   * @param envelope what was scanned; null for a body that is sent raw, which gets no more than its
   *     content type and persistence (PRJ-3)
   * @param attempts the reconciled counter, the same as in the body (RMQ-4)
   * @param headers out-of-band headers, text or bytes; those that bear a name of the contract's are
   *     left out, whether the envelope has a value for it or not (RMQ-5, HDR-3): the client keeps
   *     no order in which a later one could win
   * @throws UnfitMessageException when AMQP has no room for the URN or for a header's name
   */
  public static AMQP.BasicProperties of(Envelope envelope, int attempts, List<NativeHeader> headers)
      throws UnfitMessageException {
    List<NativeHeader> table = outOfBand(headers);
    AMQP.BasicProperties.Builder properties =
        new AMQP.BasicProperties.Builder().contentType(CONTENT_TYPE).deliveryMode(PERSISTENT);
    if (envelope != null) {
      String urn = envelope.urn();
      if (isTooLong(urn)) {
        throw new UnfitMessageException(
            ILLEGAL, "the URN is longer than the " + MAX_SHORT_STRING_BYTES + " bytes of type");
      }
      properties
          .type(urn)
          .correlationId(fitting(envelope.traceId()))
          .messageId(fitting(envelope.id()))
          .appId(APP_ID)
          .contentEncoding(CONTENT_ENCODING);
      addContract(table, envelope, attempts);
    }
    Map<String, Object> written = table.isEmpty() ? null : RabbitMqHeaders.write(table);
    return properties.headers(written).build();
  }

  /** Whether text is longer than a short string; null is not. */
  public static boolean isTooLong(String text) {
    return text != null
        && text.length() > MAX_SHORT_STRING_BYTES / 3
        && text.getBytes(UTF_8).length > MAX_SHORT_STRING_BYTES;
  }

  private static List<NativeHeader> outOfBand(List<NativeHeader> headers)
      throws UnfitMessageException {
    List<NativeHeader> carried = new ArrayList<>(headers.size() + CONTRACT.size());
    for (NativeHeader header : headers) {
      if (CONTRACT.contains(header.name()) || ROUTING.contains(header.name())) {
        continue;
      }
      if (isTooLong(header.name())) {
        throw new UnfitMessageException(
            ILLEGAL, "a header's name is longer than " + MAX_SHORT_STRING_BYTES + " bytes");
      }
      carried.add(header);
    }
    return carried;
  }

  private static void addContract(List<NativeHeader> table, Envelope envelope, int attempts) {
    if (envelope.schemaVersion() != 0) {
      table.add(new NativeHeader(RabbitMqBinding.VERSION_HEADER, envelope.schemaVersion()));
    }
    if (envelope.lang() != null) {
      table.add(new NativeHeader(RabbitMqBinding.LANGUAGE_HEADER, envelope.lang()));
    }
    table.add(new NativeHeader(RabbitMqBinding.ATTEMPTS_HEADER, attempts));
  }

  private static String fitting(String text) {
    return isTooLong(text) ? null : text;
  }
}
