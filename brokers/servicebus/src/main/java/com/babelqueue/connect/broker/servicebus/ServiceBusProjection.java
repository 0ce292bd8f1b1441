package com.babelqueue.connect.broker.servicebus;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Binary;

/**
 * Makes Service Bus messages of envelopes: the writing side of the binding (contract 3.4).
 *
 * <p>Numbers are AMQP numbers (ASB-1): the version an {@code int}, which is how the SDKs for Java
 * and .NET write their ordinary integer and what every reader has to take like any other width
 * (GATE-5); the time of creation and the delay a {@code long}, since they do not fit into less.
 * What is blank or zero is left out (PRJ-2), attempts are never projected. Headers beside the
 * contract are strings, or binary where they are no text, and lose against the contract's names
 * (HDR-3, ASB-5).
 *
 * <p>Immutable; for any thread.
 */
public final class ServiceBusProjection {
  private static final String CONTENT_TYPE = "application/json";

  /** Service Bus's limit of a message id, a session id and a partition key, in characters. */
  private static final int MAX_ID_LENGTH = 128;

  /** Service Bus's limit of one application property, in bytes. */
  private static final int MAX_PROPERTY_BYTES = 32 * 1024;

  /** Service Bus's limit of all fields and application properties together, in bytes. */
  private static final int MAX_HEADER_BYTES = 64 * 1024;

  /** What AMQP needs at most to tell type and length of a name and its value. */
  private static final int OVERHEAD = 10;

  /** The last year of the type that Service Bus keeps times in. */
  private static final int LAST_YEAR = 9999;

  private final ServiceBusMessage message;
  private final Unfit unfit;

  private ServiceBusProjection(ServiceBusMessage message, Unfit unfit) {
    this.message = message;
    this.unfit = unfit;
  }

  /**
   * Makes a message without sending it.
   *
   * @param body the body's bytes; not copied
   * @param fields what goes with them
   */
  public static ServiceBusProjection of(byte[] body, Fields fields) {
    ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(body));
    message.setContentType(CONTENT_TYPE);
    Unfit unfit = checkIds(fields);
    if (unfit != null) {
      return new ServiceBusProjection(null, unfit);
    }
    carry(message, fields.headers());
    if (fields.envelope() != null) {
      project(message, fields.envelope());
    }
    route(message, fields);
    unfit = schedule(message, fields);
    if (unfit == null) {
      unfit = checkSize(message);
    }
    return new ServiceBusProjection(unfit == null ? message : null, unfit);
  }

  /** What to send; null when Service Bus can never take it. */
  public ServiceBusMessage message() {
    return message;
  }

  /** Why Service Bus can never take it; null when it can. */
  public Unfit unfit() {
    return unfit;
  }

  private static Unfit checkIds(Fields fields) {
    if (fields.envelope() != null && isTooLong(fields.envelope().id())) {
      return tooLong("message_id", "meta.id");
    }
    if (isTooLong(fields.sessionId())) {
      return tooLong("session_id", "the session id");
    }
    return isTooLong(fields.partitionKey()) ? tooLong("partition_key", "the partition key") : null;
  }

  private static boolean isTooLong(String id) {
    return id != null && id.length() > MAX_ID_LENGTH;
  }

  private static Unfit tooLong(String reason, String field) {
    return new Unfit(reason, field + " is longer than " + MAX_ID_LENGTH + " characters");
  }

  private static void carry(ServiceBusMessage message, List<NativeHeader> headers) {
    for (NativeHeader header : headers) {
      if (!ServiceBusBinding.BINDING.contractNames().contains(header.name())) {
        // The AMQP library would write an array of numbers for bytes as they are.
        message
            .getApplicationProperties()
            .put(
                header.name(),
                header.value() instanceof byte[] bytes ? new Binary(bytes) : header.value());
      }
    }
  }

  private static void project(ServiceBusMessage message, Envelope envelope) {
    if (!AsciiWhitespace.isBlank(envelope.urn())) {
      message.setSubject(envelope.urn());
    }
    if (!AsciiWhitespace.isBlank(envelope.traceId())) {
      message.setCorrelationId(envelope.traceId());
    }
    if (!AsciiWhitespace.isBlank(envelope.id())) {
      message.setMessageId(envelope.id());
    }
    Map<String, Object> properties = message.getApplicationProperties();
    if (envelope.schemaVersion() > 0) {
      properties.put(ServiceBusBinding.SCHEMA_VERSION, envelope.schemaVersion());
    }
    if (!AsciiWhitespace.isBlank(envelope.lang())) {
      properties.put(ContractHeaders.SOURCE_LANG, envelope.lang());
    }
    if (envelope.createdAt() > 0) {
      properties.put(ContractHeaders.CREATED_AT, envelope.createdAt());
    }
  }

  /** A session is a partition of its own: the SDK allows no other key beside it. */
  private static void route(ServiceBusMessage message, Fields fields) {
    if (!AsciiWhitespace.isBlank(fields.sessionId())) {
      message.setSessionId(fields.sessionId());
    } else if (!AsciiWhitespace.isBlank(fields.partitionKey())) {
      message.setPartitionKey(fields.partitionKey());
    }
  }

  /** A delay of 0 or less is a plain publish (DLY-1). */
  private static Unfit schedule(ServiceBusMessage message, Fields fields) {
    Duration delay = fields.delay();
    if (delay == null || delay.isZero() || delay.isNegative()) {
      return null;
    }
    OffsetDateTime at = fields.now().plus(delay).atOffset(ZoneOffset.UTC);
    if (at.getYear() > LAST_YEAR) {
      return new Unfit("delay", "it would end after the year " + LAST_YEAR);
    }
    message.setScheduledEnqueueTime(at);
    message.getApplicationProperties().put(ContractHeaders.DELAY, delay.toMillis());
    return null;
  }

  private static Unfit checkSize(ServiceBusMessage message) {
    int all =
        size(message.getSubject())
            + size(message.getCorrelationId())
            + size(message.getMessageId())
            + size(message.getContentType())
            + size(message.getSessionId())
            + size(message.getPartitionKey());
    for (Map.Entry<String, Object> property : message.getApplicationProperties().entrySet()) {
      int size = size(property.getKey()) + size(property.getValue());
      if (size > MAX_PROPERTY_BYTES) {
        return new Unfit(
            "headers_too_large",
            "property "
                + property.getKey()
                + " is larger than the "
                + MAX_PROPERTY_BYTES
                + " bytes that Service Bus takes");
      }
      all += size;
    }
    return all > MAX_HEADER_BYTES
        ? new Unfit(
            "headers_too_large",
            "all properties together are larger than the "
                + MAX_HEADER_BYTES
                + " bytes that Service Bus takes")
        : null;
  }

  private static int size(Object value) {
    if (value instanceof String text) {
      return OVERHEAD + text.getBytes(UTF_8).length;
    }
    return value instanceof Binary bytes ? OVERHEAD + bytes.getLength() : OVERHEAD;
  }

  /**
   * What a message is made of, beside its body.
   *
   * @param envelope what to project from; null for a raw body (PRJ-3)
   * @param headers what travels beside the contract, sorted; values String or {@code byte[]}
   * @param sessionId null or blank for no session
   * @param partitionKey null or blank for none; has no effect beside a session id, which it would
   *     have to equal
   * @param delay how long Service Bus is to hold the message back; null for no delay
   * @param now when the delay begins
   */
  public record Fields(
      Envelope envelope,
      List<NativeHeader> headers,
      String sessionId,
      String partitionKey,
      Duration delay,
      Instant now) {}

  /**
   * Why a message can never be taken.
   *
   * @param reason a short stable code
   * @param detail for people; names fields and limits, never values
   */
  public record Unfit(String reason, String detail) {}
}
