package com.babelqueue.connect.benchmark.bridge.sqs;

import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.SqsBroker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** ElasticMQ with standard queues; it keeps its messages in the memory of this JVM. */
public final class SqsBenched implements BenchedBroker {
  /** What the heap of the program holds with ease. */
  private static final int DEEPEST = 200_000;

  private static final String KEY = "benchmark";

  private SqsBroker broker;
  private SqsClient client;

  @Override
  public String name() {
    return "sqs";
  }

  @Override
  public void start() {
    broker = SqsBroker.start();
    BrokerChoice.announce("sqs", broker.describe());
    client = connect(address());
  }

  static SqsClient connect(Map<String, String> address) {
    return SqsClient.builder()
        .endpointOverride(URI.create(address.get("endpoint")))
        .region(Region.of(address.get("region")))
        .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, KEY)))
        .build();
  }

  @Override
  public Map<String, String> address() {
    return Map.of("endpoint", broker.endpoint().toString(), "region", broker.region());
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings("source.sqs.SqsSourceConnector", "sqs.queues", String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.sqs.SqsSinkConnector", "sqs.queue", queue);
  }

  private Map<String, String> settings(String connector, String key, String queue) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "sqs.endpoint",
        broker.endpoint().toString(),
        "sqs.region",
        broker.region(),
        "sqs.access.key.id",
        KEY,
        "sqs.secret.access.key",
        KEY,
        key,
        queue);
  }

  @Override
  public void createQueue(String queue) {
    deleteQueue(queue);
    client.createQueue(request -> request.queueName(queue));
  }

  @Override
  public void deleteQueue(String queue) {
    try {
      String url = url(client, queue);
      client.deleteQueue(request -> request.queueUrl(url));
    } catch (QueueDoesNotExistException e) {
      // As wanted.
    }
  }

  static String url(SqsClient client, String queue) {
    return client.getQueueUrl(request -> request.queueName(queue)).queueUrl();
  }

  @Override
  public void fill(String queue, byte[] body, int count) {
    String url = url(client, queue);
    String text = new String(body, StandardCharsets.UTF_8);
    List<SendMessageBatchRequestEntry> batch = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      batch.add(entry(batch.size(), text));
      if (batch.size() == SqsLoops.BATCH || i == count) {
        List<SendMessageBatchRequestEntry> entries = List.copyOf(batch);
        client.sendMessageBatch(request -> request.queueUrl(url).entries(entries));
        batch.clear();
      }
    }
  }

  static SendMessageBatchRequestEntry entry(int id, String body) {
    return SendMessageBatchRequestEntry.builder()
        .id(Integer.toString(id))
        .messageBody(body)
        .build();
  }

  @Override
  public long depth(String queue) {
    String url = url(client, queue);
    return client
        .getQueueAttributes(
            request ->
                request
                    .queueUrl(url)
                    .attributeNames(
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                        QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
        .attributes()
        .values()
        .stream()
        .mapToLong(Long::parseLong)
        .sum();
  }

  @Override
  public int deepest() {
    return DEEPEST;
  }

  @Override
  public void close() {
    if (client != null) {
      client.close();
    }
    broker.close();
  }
}
