package com.babelqueue.connect.broker.sqs;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/**
 * The SQS binding of the contract: which attributes carry which field (SQS-1 to SQS-5). Stateless.
 */
public final class SqsBinding {
  /** The attribute that the version gate looks at. */
  public static final String SCHEMA_VERSION = "bq-schema-version";

  /** The most entries of one batch call. */
  public static final int MAX_BATCH = 10;

  /** What the runtimes need to know: SQS-1's six names, SQS-5's rule, and that there is a gate. */
  public static final BrokerBinding BINDING =
      new BrokerBinding(
          "sqs",
          Set.of(
              "bq-job",
              "bq-trace-id",
              "bq-message-id",
              SCHEMA_VERSION,
              "bq-source-lang",
              "bq-created-at"),
          AttemptsRule.SQS,
          true);

  /** Names of SQS's own metadata, in the order in which they are surfaced. */
  private static final List<Metadata> METADATA =
      List.of(
          Metadata.number("sqs.sent.timestamp", MessageSystemAttributeName.SENT_TIMESTAMP),
          Metadata.number(
              "sqs.first.receive.timestamp",
              MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP),
          Metadata.number(
              AttemptsRule.SQS.countHeader(), MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT),
          Metadata.text("sqs.group.id", MessageSystemAttributeName.MESSAGE_GROUP_ID),
          Metadata.text("sqs.sequence.number", MessageSystemAttributeName.SEQUENCE_NUMBER),
          Metadata.text(
              "sqs.deduplication.id", MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID),
          Metadata.text("sqs.sender.id", MessageSystemAttributeName.SENDER_ID),
          Metadata.text("sqs.trace.header", MessageSystemAttributeName.AWS_TRACE_HEADER),
          Metadata.text(
              "sqs.dead.letter.queue.source.arn",
              MessageSystemAttributeName.DEAD_LETTER_QUEUE_SOURCE_ARN));

  private SqsBinding() {}

  /**
   * A message's attributes, contract ones included, in the order of their names, since SQS keeps
   * none.
   *
   * <p>String and Number become the text that SQS holds, Binary its bytes; a number stays text so
   * that none of its digits or zeros changes. Custom type labels ({@code Number.int}) say how the
   * sender read a value and do not change it. An attribute with no value at all becomes a null.
   */
  public static List<NativeHeader> headers(Message message) {
    List<NativeHeader> headers = new ArrayList<>();
    new TreeMap<>(message.messageAttributes())
        .forEach((name, value) -> headers.add(new NativeHeader(name, value(value))));
    return headers;
  }

  /**
   * SQS's own metadata of a message under names that begin with {@code sqs.}: times in ms as {@code
   * Long}, the receive count as {@code Long}, everything else as text. What SQS did not send is
   * left out.
   */
  public static List<NativeHeader> metadata(Message message) {
    List<NativeHeader> metadata = new ArrayList<>();
    if (message.messageId() != null) {
      metadata.add(new NativeHeader("sqs.message.id", message.messageId()));
    }
    Map<MessageSystemAttributeName, String> attributes = message.attributes();
    for (Metadata entry : METADATA) {
      String value = attributes.get(entry.attribute());
      if (value != null) {
        metadata.add(new NativeHeader(entry.name(), entry.typed(value)));
      }
    }
    return metadata;
  }

  /** The text that the version gate looks at; null when absent or without text (GATE-2). */
  public static String versionField(Message message) {
    MessageAttributeValue version = message.messageAttributes().get(SCHEMA_VERSION);
    return version == null ? null : version.stringValue();
  }

  /** The receive count as SQS sent it; null when absent. */
  public static String attemptsField(Message message) {
    return message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT);
  }

  /** How often SQS has delivered the message, this time included; 0 when it does not say. */
  public static int deliveryCount(Message message) {
    Object count = number(attemptsField(message));
    return count instanceof Long known ? (int) Math.min(Integer.MAX_VALUE, Math.max(0, known)) : 0;
  }

  /** The message group; null on queues without groups. */
  public static String group(Message message) {
    return message.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID);
  }

  private static Object value(MessageAttributeValue value) {
    return value.binaryValue() == null ? value.stringValue() : value.binaryValue().asByteArray();
  }

  /** A Long where the text is one, the text itself where it is not. */
  private static Object number(String text) {
    try {
      return text == null ? null : (Object) Long.valueOf(text);
    } catch (NumberFormatException e) {
      return text;
    }
  }

  private record Metadata(String name, MessageSystemAttributeName attribute, boolean numeric) {
    static Metadata text(String name, MessageSystemAttributeName attribute) {
      return new Metadata(name, attribute, false);
    }

    static Metadata number(String name, MessageSystemAttributeName attribute) {
      return new Metadata(name, attribute, true);
    }

    Object typed(String value) {
      return numeric ? SqsBinding.number(value) : value;
    }
  }
}
