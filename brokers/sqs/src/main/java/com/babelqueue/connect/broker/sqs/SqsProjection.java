package com.babelqueue.connect.broker.sqs;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * The attributes of a message that is sent: the contract's, then trace context, then other headers
 * by name, until SQS's ten are full (SQS-1, SQS-2). Immutable.
 *
 * @param attributes by name, in that order; text as String or, for what the contract has as a
 *     number, Number; bytes as Binary
 * @param dropped headers that do not travel, none of them the contract's
 * @param illegal the contract attribute that cannot be made, since its text holds a character that
 *     SQS refuses; null when there is none
 */
public record SqsProjection(
    Map<String, MessageAttributeValue> attributes, List<Dropped> dropped, String illegal) {
  /** The most attributes of a message that every reader of SQS sees. */
  private static final int MAX_ATTRIBUTES = 10;

  private static final String TEXT = "String";
  private static final String NUMBER = "Number";
  private static final String BINARY = "Binary";

  private static final Set<String> NUMBERS =
      Set.of(ContractHeaders.SCHEMA_VERSION, ContractHeaders.CREATED_AT);

  /** What the budget of ten keeps before any other header (DESIGN section 5). */
  private static final Set<String> FIRST =
      Set.of(
          ContractHeaders.TRACEPARENT, ContractHeaders.TRACESTATE, ContractHeaders.REPLAY_BYPASS);

  /**
   * Projects a message.
   *
   * @param envelope null for a body that travels without projection (PRJ-3)
   * @param headers to carry, sorted by name; String or {@code byte[]} values
   */
  public static SqsProjection of(Envelope envelope, List<NativeHeader> headers) {
    Builder builder = new Builder();
    if (envelope != null) {
      builder.contract(envelope);
    }
    for (boolean first : new boolean[] {true, false}) {
      for (NativeHeader header : headers) {
        if (FIRST.contains(header.name()) == first) {
          builder.carry(header);
        }
      }
    }
    return new SqsProjection(builder.attributes, builder.dropped, builder.illegal);
  }

  /** The bytes that names, types and values count for against SQS's limits. */
  public int size() {
    int size = 0;
    for (Map.Entry<String, MessageAttributeValue> attribute : attributes.entrySet()) {
      MessageAttributeValue value = attribute.getValue();
      size +=
          SqsText.size(attribute.getKey())
              + SqsText.size(value.dataType())
              + (value.stringValue() == null
                  ? value.binaryValue().asByteArrayUnsafe().length
                  : SqsText.size(value.stringValue()));
    }
    return size;
  }

  /**
   * A header left behind.
   *
   * @param name its name
   * @param reason why, in words that follow the name
   */
  public record Dropped(String name, String reason) {}

  /** For one message on one thread. */
  private static final class Builder {
    private final Map<String, MessageAttributeValue> attributes = new LinkedHashMap<>();
    private final List<Dropped> dropped = new ArrayList<>();
    private String illegal;

    void contract(Envelope envelope) {
      ContractHeaders.project(
          envelope,
          envelope.attempts(),
          (name, text) -> {
            if (SqsBinding.BINDING.contractNames().contains(name)) {
              contract(name, text);
            }
          });
      if (envelope.createdAt() > 0) {
        contract(ContractHeaders.CREATED_AT, Long.toString(envelope.createdAt()));
      }
    }

    private void contract(String name, String text) {
      if (!SqsText.isLegal(text)) {
        illegal = name;
      }
      attributes.put(name, text(NUMBERS.contains(name) ? NUMBER : TEXT, text));
    }

    void carry(NativeHeader header) {
      String refusal = refusal(header);
      if (refusal != null) {
        dropped.add(new Dropped(header.name(), refusal));
        return;
      }
      attributes.put(
          header.name(),
          header.value() instanceof byte[] bytes
              ? MessageAttributeValue.builder()
                  .dataType(BINARY)
                  .binaryValue(SdkBytes.fromByteArray(bytes))
                  .build()
              : text(TEXT, (String) header.value()));
    }

    /** Why a header cannot travel; null when it can. */
    private String refusal(NativeHeader header) {
      if (SqsBinding.BINDING.contractNames().contains(header.name())
          || attributes.containsKey(header.name())) {
        return "is the contract's own or given twice";
      }
      if (!AttributeName.isLegal(header.name())) {
        return "is no name that SQS takes";
      }
      if (header.value() instanceof String text && !SqsText.isLegal(text)) {
        return "holds a character that SQS refuses";
      }
      return attributes.size() < MAX_ATTRIBUTES ? null : "is beyond the ten attributes of SQS";
    }

    private static MessageAttributeValue text(String type, String value) {
      return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
    }
  }
}
