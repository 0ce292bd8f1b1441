package com.babelqueue.connect.source.sqs;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.SqsBroker;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * The other side of the queue: a real broker and the plain SDK client that an application would
 * use, for every test of this module. One test thread.
 */
final class SqsPeer implements AutoCloseable {
  private static final int BATCH = 10;

  private final SqsBroker broker;
  private final SqsClient client;
  private int sent;

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

  /** Settings with which a connector reaches the broker. */
  Map<String, String> connection() {
    Map<String, String> settings = new HashMap<>();
    settings.put("sqs.endpoint", broker.endpoint().toString());
    settings.put("sqs.region", broker.region());
    settings.put("sqs.access.key.id", "any");
    settings.put("sqs.secret.access.key", "any");
    return settings;
  }

  /**
   * Creates a queue.
   *
   * @param visibilitySeconds its own visibility timeout
   * @return its URL
   */
  String createQueue(String name, int visibilitySeconds) {
    return create(name, attributes(name, visibilitySeconds));
  }

  /** Creates a queue whose messages move to another one after so many receives. */
  String createQueue(String name, int visibilitySeconds, String deadLetterUrl, int maxReceives) {
    String arn = attribute(deadLetterUrl, QueueAttributeName.QUEUE_ARN);
    Map<QueueAttributeName, String> attributes = attributes(name, visibilitySeconds);
    attributes.put(
        QueueAttributeName.REDRIVE_POLICY,
        "{\"deadLetterTargetArn\":\"" + arn + "\",\"maxReceiveCount\":\"" + maxReceives + "\"}");
    return create(name, attributes);
  }

  private static Map<QueueAttributeName, String> attributes(String name, int visibilitySeconds) {
    Map<QueueAttributeName, String> attributes = new HashMap<>();
    attributes.put(QueueAttributeName.VISIBILITY_TIMEOUT, Integer.toString(visibilitySeconds));
    if (name.endsWith(".fifo")) {
      attributes.put(QueueAttributeName.FIFO_QUEUE, "true");
    }
    return attributes;
  }

  private String create(String name, Map<QueueAttributeName, String> attributes) {
    return client.createQueue(r -> r.queueName(name).attributes(attributes)).queueUrl();
  }

  void send(String url, String body) {
    send(url, body, Map.of());
  }

  void send(String url, String body, Map<String, MessageAttributeValue> attributes) {
    client.sendMessage(r -> r.queueUrl(url).messageBody(body).messageAttributes(attributes));
  }

  void sendFifo(String url, String group, String body) {
    client.sendMessage(
        SendMessageRequest.builder()
            .queueUrl(url)
            .messageBody(body)
            .messageGroupId(group)
            .messageDeduplicationId(Integer.toString(sent++))
            .build());
  }

  /** Sends bodies in their order, ten at a time. */
  void sendAll(String url, List<String> bodies) {
    sendAll(url, bodies, 0);
  }

  /**
   * Sends bodies in their order, ten at a time, dealt out to the groups of a FIFO queue.
   *
   * @param groups how many; zero for a standard queue
   */
  void sendAll(String url, List<String> bodies, int groups) {
    for (int from = 0; from < bodies.size(); from += BATCH) {
      List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
      for (int i = from; i < Math.min(from + BATCH, bodies.size()); i++) {
        SendMessageBatchRequestEntry.Builder entry =
            SendMessageBatchRequestEntry.builder()
                .id(Integer.toString(i))
                .messageBody(bodies.get(i));
        if (groups > 0) {
          entry.messageGroupId("g" + i % groups).messageDeduplicationId(Integer.toString(i));
        }
        entries.add(entry.build());
      }
      if (!client.sendMessageBatch(r -> r.queueUrl(url).entries(entries)).failed().isEmpty()) {
        throw new AssertionError("the broker refused a message of the test");
      }
    }
  }

  /** Receives what is visible now, at most ten. */
  List<Message> receive(String url) {
    return client
        .receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(BATCH).waitTimeSeconds(0))
        .messages();
  }

  /** Messages in the queue, those in flight included. */
  int depth(String url) {
    return number(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES)
        + number(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE);
  }

  int visible(String url) {
    return number(url, QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES);
  }

  private int number(String url, QueueAttributeName attribute) {
    return Integer.parseInt(attribute(url, attribute));
  }

  private String attribute(String url, QueueAttributeName attribute) {
    return client
        .getQueueAttributes(r -> r.queueUrl(url).attributeNames(attribute))
        .attributes()
        .get(attribute);
  }

  static MessageAttributeValue text(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  static MessageAttributeValue bytes(byte... value) {
    return MessageAttributeValue.builder()
        .dataType("Binary")
        .binaryValue(SdkBytes.fromByteArray(value))
        .build();
  }

  @Override
  public void close() {
    client.close();
    broker.close();
  }
}
