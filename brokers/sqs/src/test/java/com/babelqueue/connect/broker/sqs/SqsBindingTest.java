package com.babelqueue.connect.broker.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

class SqsBindingTest {

  @Test
  void theSixContractNamesAndNoAttempts() {
    assertThat(SqsBinding.BINDING.contractNames())
        .containsExactlyInAnyOrder(
            "bq-job",
            "bq-trace-id",
            "bq-message-id",
            "bq-schema-version",
            "bq-source-lang",
            "bq-created-at");
    assertThat(SqsBinding.BINDING.attemptsRule()).isEqualTo(AttemptsRule.SQS);
    assertThat(SqsBinding.BINDING.gated()).isTrue();
  }

  @Test
  void attributesComeInTheOrderOfTheirNamesWithNothingLost() {
    byte[] bytes = {0, (byte) 0xff, 7};
    Message message =
        message(
            Map.of(
                "z", text("String", "last"),
                "n", text("Number", "0099.900"),
                "e", text("Number", "1e3"),
                "long", text("Number.long", "12345678901234567890"),
                "b", binary("Binary", bytes),
                "png", binary("Binary.png", bytes),
                "label", text("String.json", "{}"),
                "none", MessageAttributeValue.builder().dataType("String").build()));

    List<NativeHeader> headers = SqsBinding.headers(message);

    assertThat(headers)
        .extracting(NativeHeader::name)
        .containsExactly("b", "e", "label", "long", "n", "none", "png", "z");
    assertThat(headers)
        .extracting(NativeHeader::value)
        .containsExactly(
            bytes, "1e3", "{}", "12345678901234567890", "0099.900", null, bytes, "last");
  }

  @Test
  void metadataHasNamesUnderThePrefixAndTimesAsNumbers() {
    Message message =
        Message.builder()
            .messageId("id-1")
            .attributes(
                Map.of(
                    MessageSystemAttributeName.SENT_TIMESTAMP, "1700000000000",
                    MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP, "1700000000001",
                    MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, "2",
                    MessageSystemAttributeName.MESSAGE_GROUP_ID, "g",
                    MessageSystemAttributeName.SEQUENCE_NUMBER, "18849496460467696128",
                    MessageSystemAttributeName.MESSAGE_DEDUPLICATION_ID, "d",
                    MessageSystemAttributeName.SENDER_ID, "AIDA",
                    MessageSystemAttributeName.AWS_TRACE_HEADER, "Root=1-2-3"))
            .build();

    assertThat(SqsBinding.metadata(message))
        .containsExactly(
            new NativeHeader("sqs.message.id", "id-1"),
            new NativeHeader("sqs.sent.timestamp", 1700000000000L),
            new NativeHeader("sqs.first.receive.timestamp", 1700000000001L),
            new NativeHeader(AttemptsRule.SQS.countHeader(), 2L),
            new NativeHeader("sqs.group.id", "g"),
            new NativeHeader("sqs.sequence.number", "18849496460467696128"),
            new NativeHeader("sqs.deduplication.id", "d"),
            new NativeHeader("sqs.sender.id", "AIDA"),
            new NativeHeader("sqs.trace.header", "Root=1-2-3"));
    assertThat(SqsBinding.group(message)).isEqualTo("g");
  }

  @Test
  void whatSqsDidNotSendIsLeftOut() {
    Message message = Message.builder().body("x").build();

    assertThat(SqsBinding.headers(message)).isEmpty();
    assertThat(SqsBinding.metadata(message)).isEmpty();
    assertThat(SqsBinding.group(message)).isNull();
    assertThat(SqsBinding.attemptsField(message)).isNull();
    assertThat(SqsBinding.versionField(message)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {"1, 1", "3, 3", "-, 0", "x, 0", "-7, 0", "99999999999, 2147483647"})
  void theReceiveCount(String text, int count) {
    Message.Builder message = Message.builder();
    if (text != null) {
      message.attributes(Map.of(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT, text));
    }

    assertThat(SqsBinding.deliveryCount(message.build())).isEqualTo(count);
    assertThat(SqsBinding.attemptsField(message.build())).isEqualTo(text);
  }

  @Test
  void theGateSeesTheTextAsItCameAndNoBytes() {
    assertThat(SqsBinding.versionField(message(Map.of("bq-schema-version", text("Number", "01")))))
        .isEqualTo("01");
    assertThat(
            SqsBinding.versionField(
                message(Map.of("bq-schema-version", binary("Binary", new byte[] {'2'})))))
        .isNull();
  }

  private static Message message(Map<String, MessageAttributeValue> attributes) {
    return Message.builder().messageAttributes(attributes).build();
  }

  private static MessageAttributeValue text(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  private static MessageAttributeValue binary(String type, byte[] value) {
    return MessageAttributeValue.builder()
        .dataType(type)
        .binaryValue(SdkBytes.fromByteArray(value))
        .build();
  }
}
