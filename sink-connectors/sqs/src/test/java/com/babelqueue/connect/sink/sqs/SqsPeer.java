package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.SqsBroker;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * The application that reads what the sink wrote: a real broker and the plain SDK client, for every
 * test of this module. One test thread.
 */
final class SqsPeer implements AutoCloseable {
  private static final int BATCH = 10;

  private final SqsBroker broker;
  private final SqsClient client;

  private SqsPeer(SqsBroker broker) {
    this.broker = broker;
    this.client =
        SqsClient.builder()
            .endpointOverride(broker.endpoint())
            .region(Region.of(broker.region()))
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("peer", "peer")))
            .build();
  }

  /** Starts, or finds, a broker and says which one it is. */
  static SqsPeer start() {
    SqsBroker broker = SqsBroker.start();
    BrokerChoice.announce("SQS", broker.describe());
    return new SqsPeer(broker);
  }

  SqsClient client() {
    return client;
  }

  URI endpoint() {
    return broker.endpoint();
  }

  /** Settings with which a connector reaches the broker at an address of its own or a proxy's. */
  Map<String, String> connection(String endpoint) {
    Map<String, String> settings = new HashMap<>();
    settings.put("sqs.endpoint", endpoint);
    settings.put("sqs.region", broker.region());
    settings.put("sqs.access.key.id", "any");
    settings.put("sqs.secret.access.key", "any");
    return settings;
  }

  /** Creates a queue, a FIFO one if its name says so. */
  String createQueue(String name) {
    Map<QueueAttributeName, String> attributes = new HashMap<>();
    if (name.endsWith(".fifo")) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    return createQueue(name, attributes);
  }

  String createQueue(String name, Map<QueueAttributeName, String> attributes) {
    return client.createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
  }

  String url(String name) {
    return client.getQueueUrl(r -> r.queueName(name)).queueUrl();
  }

  /** Receives and deletes up to so many messages, in the order in which SQS gives them. */
  List<Message> take(String name, int count, Duration limit) {
    String url = url(name);
    List<Message> taken = new ArrayList<>();
    long deadline = System.nanoTime() + limit.toNanos();
    while (taken.size() < count && System.nanoTime() - deadline < 0) {
      List<Message> messages = receive(url, Math.min(BATCH, count - taken.size()));
      if (!messages.isEmpty()) {
        delete(url, messages);
        taken.addAll(messages);
      }
    }
    return taken;
  }

  private List<Message> receive(String url, int count) {
    return client
        .receiveMessage(
            r ->
                r.queueUrl(url)
                    .maxNumberOfMessages(count)
                    .waitTimeSeconds(1)
                    .messageAttributeNames("All")
                    .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
        .messages();
  }

  private void delete(String url, List<Message> messages) {
    List<DeleteMessageBatchRequestEntry> entries = new ArrayList<>();
    for (Message message : messages) {
      entries.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(entries.size()))
              .receiptHandle(message.receiptHandle())
              .build());
    }
    if (!client.deleteMessageBatch(r -> r.queueUrl(url).entries(entries)).failed().isEmpty()) {
      throw new AssertionError("the broker would not delete a message of the test");
    }
  }

  /** Messages that a consumer could receive now. */
  int depth(String name) {
    return number(name, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
  }

  /** Messages that wait until their delay is over. */
  int delayed(String name) {
    return number(name, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED);
  }

  private int number(String name, QueueAttributeName attribute) {
    String url = url(name);
    return Integer.parseInt(
        client
            .getQueueAttributes(r -> r.queueUrl(url).attributeNames(attribute))
            .attributes()
            .get(attribute));
  }

  /** Every attribute of a message as {@code name=DataType:text}, sorted; bytes in hex. */
  static List<String> attributes(Message message) {
    return message.messageAttributes().entrySet().stream()
        .map(attribute -> attribute.getKey() + "=" + text(attribute.getValue()))
        .sorted()
        .toList();
  }

  private static String text(MessageAttributeValue value) {
    return value.dataType()
        + ":"
        + (value.binaryValue() == null
            ? value.stringValue()
            : HexFormat.of().formatHex(value.binaryValue().asByteArray()));
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
