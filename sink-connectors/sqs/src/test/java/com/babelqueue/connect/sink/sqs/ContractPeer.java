package com.babelqueue.connect.sink.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * SQS as the contract's tests see it, with queues of one kind or the other. One test thread.
 *
 * @param fifo whether queues keep order; all messages of one are one group then
 */
record ContractPeer(SqsPeer sqs, boolean fifo) implements RoundTripPeer {
  private static final Set<String> CONTRACT =
      Set.of(
          "bq-job",
          "bq-trace-id",
          "bq-message-id",
          "bq-schema-version",
          "bq-source-lang",
          "bq-created-at");

  static ContractPeer start(boolean fifo) {
    return new ContractPeer(SqsPeer.start(), fifo);
  }

  @Override
  public String connectorClass() {
    return SqsBridge.CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings =
        sqs.connection("http://" + at.getHostString() + ":" + at.getPort());
    settings.put("sqs.queue", name(queue));
    return settings;
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(sqs.endpoint().getHost(), sqs.endpoint().getPort());
  }

  @Override
  public void createQueue(String queue) {
    sqs.createQueue(name(queue));
  }

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) {
    return sqs.take(name(queue), count, limit).stream().map(ContractPeer::apart).toList();
  }

  private static NativeMessage apart(Message message) {
    Map<String, Object> projected = new HashMap<>();
    Map<String, Object> headers = new HashMap<>();
    message
        .messageAttributes()
        .forEach(
            (name, value) -> {
              if (CONTRACT.contains(name)) {
                projected.put(name, members(value));
              } else {
                headers.put(name, plain(value));
              }
            });
    return new NativeMessage(
        message.body().getBytes(UTF_8), Map.of("message_attributes", projected), headers);
  }

  private static Map<String, Object> members(MessageAttributeValue value) {
    return Map.of("DataType", value.dataType(), "StringValue", value.stringValue());
  }

  private static Object plain(MessageAttributeValue value) {
    return value.binaryValue() == null ? value.stringValue() : value.binaryValue().asByteArray();
  }

  @Override
  public long depth(String queue) {
    return sqs.depth(name(queue));
  }

  @Override
  public boolean keepsOrder() {
    return fifo;
  }

  @Override
  public boolean honoursDelays() {
    return !fifo;
  }

  /** One kind of queue tries a character, the other the size. */
  @Override
  public Untakable untakable() {
    return fifo
        ? new Untakable(SqsBridge.envelope(1, "n".repeat(256 * 1024)), Map.of(), "too_large")
        : new Untakable(SqsBridge.envelope(1, "\uffff"), Map.of(), "illegal_characters");
  }

  @Override
  public String projectionBlock() {
    return "sqs.attribute_projection";
  }

  @Override
  public String sourceModule() {
    return "source-connectors/sqs";
  }

  @Override
  public String sourceClass() {
    return "com.babelqueue.connect.source.sqs.SqsSourceConnector";
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    Map<String, String> settings = sqs.connection(sqs.endpoint().toString());
    settings.put("sqs.queues", name(queue));
    return settings;
  }

  @Override
  public void close() {
    sqs.close();
  }

  private String name(String queue) {
    return fifo ? queue + ".fifo" : queue;
  }
}
