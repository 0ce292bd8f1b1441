package com.babelqueue.connect.source.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.contract.ConformancePeer;
import com.babelqueue.connect.contract.SourceConformance;
import com.babelqueue.connect.harness.Await;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The suite's SQS blocks, with receive counts made by real redelivery. */
class SqsConformanceIT extends SourceConformance {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int VISIBILITY_SECONDS = 120;

  @Override
  protected ConformancePeer startPeer() {
    return new Peer(SqsPeer.start());
  }

  private record Peer(SqsPeer sqs) implements ConformancePeer {
    @Override
    public String group() {
      return "sqs";
    }

    @Override
    public String connectorClass() {
      return SqsBridge.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(List<String> queues) {
      Map<String, String> settings = sqs.connection();
      settings.put("sqs.queues", String.join(",", queues));
      return settings;
    }

    @Override
    public void createQueue(String name) {
      sqs.createQueue(name, VISIBILITY_SECONDS);
    }

    @Override
    public void send(String queue, byte[] body, Map<String, String> mark, Version version) {
      Map<String, MessageAttributeValue> attributes = new HashMap<>();
      mark.forEach((name, value) -> attributes.put(name, SqsPeer.text("String", value)));
      if (version != null) {
        String text = version.value().textValue();
        // A Number, as the contract has it, where SQS takes the value for one.
        String type = text.matches("[0-9]+") ? "Number" : "String";
        attributes.put(version.property(), SqsPeer.text(type, text));
      }
      sqs.send(url(queue), new String(body, UTF_8), attributes);
    }

    @Override
    public void deliverInVain(String queue) {
      String url = url(queue);
      Message message =
          Await.value("a delivery", LIMIT, () -> sqs.receive(url).stream().findFirst());
      sqs.client()
          .changeMessageVisibility(
              r -> r.queueUrl(url).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
    }

    /** A count that is absent or no number cannot be had from SQS. */
    @Override
    public OptionalInt deliveriesInVain(Case suiteCase) {
      JsonNode count = suiteCase.fields().value("approximate_receive_count");
      boolean possible = count.isTextual() && count.textValue().matches("[1-9][0-9]?");
      return possible
          ? OptionalInt.of(Integer.parseInt(count.textValue()) - 1)
          : OptionalInt.empty();
    }

    /** SQS's own rule for text: some, and of the control characters only TAB, LF and CR. */
    @Override
    public Optional<String> cannotCarry(JsonNode version) {
      String text = version.textValue();
      boolean carried =
          !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' || "\t\n\r".indexOf(c) >= 0);
      return carried
          ? Optional.empty()
          : Optional.of("SQS refuses attribute values that are empty or hold control characters");
    }

    @Override
    public Map<String, String> notCoveredHere() {
      return Map.of("sqs.attribute_projection", "the sink module covers it");
    }

    @Override
    public void close() {
      sqs.close();
    }

    private String url(String queue) {
      return sqs.client().getQueueUrl(r -> r.queueName(queue)).queueUrl();
    }
  }
}
