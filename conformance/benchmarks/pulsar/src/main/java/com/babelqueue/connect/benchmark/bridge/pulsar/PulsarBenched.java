package com.babelqueue.connect.benchmark.bridge.pulsar;

import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.pulsarbroker.PulsarAdmin;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;

/** Topics with one subscription, in a broker and a bookie that share a JVM of their own. */
public final class PulsarBenched implements BenchedBroker {
  static final String SUBSCRIPTION = "babelqueue";

  private static final int PENDING = 2_000;
  private static final int ASKED_EACH = 5_000;

  private final HttpClient http = HttpClient.newHttpClient();
  private PulsarBroker broker;
  private PulsarAdmin admin;
  private PulsarClient client;

  @Override
  public String name() {
    return "pulsar";
  }

  @Override
  public void start() {
    broker = PulsarBroker.start();
    BrokerChoice.announce("pulsar", broker.describe());
    admin = new PulsarAdmin(broker.adminUrl(), SUBSCRIPTION);
    try {
      client = connect(address());
    } catch (PulsarClientException e) {
      throw new IllegalStateException("no client for Pulsar", e);
    }
  }

  static PulsarClient connect(Map<String, String> address) throws PulsarClientException {
    return PulsarClient.builder().serviceUrl(address.get("url")).build();
  }

  /** With the client's own batching, as SDKs send. */
  static Producer<byte[]> producer(PulsarClient client, String topic) throws PulsarClientException {
    return client
        .newProducer()
        .topic(topic)
        .maxPendingMessages(PENDING)
        .blockIfQueueFull(true)
        .create();
  }

  @Override
  public Map<String, String> address() {
    return Map.of("url", broker.serviceUrl().toString());
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings(
        "source.pulsar.PulsarSourceConnector", "pulsar.topics", String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.pulsar.PulsarSinkConnector", "pulsar.topic", queue);
  }

  private Map<String, String> settings(String connector, String key, String topic) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "pulsar.service.url",
        broker.serviceUrl().toString(),
        key,
        topic);
  }

  @Override
  public void createQueue(String queue) throws IOException, InterruptedException {
    admin.createTopic(queue);
  }

  @Override
  public void deleteQueue(String queue) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(
                    broker
                        .adminUrl()
                        .resolve("/admin/v2/persistent/public/default/" + queue + "?force=true"))
                .DELETE()
                .build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IOException("topic " + queue + " was not deleted: " + answer.statusCode());
    }
  }

  @Override
  public void fill(String queue, byte[] body, int count) throws Exception {
    try (Producer<byte[]> producer = producer(client, queue)) {
      List<CompletableFuture<MessageId>> sends = new ArrayList<>();
      for (int i = 1; i <= count; i++) {
        sends.add(producer.sendAsync(body));
        if (sends.size() == ASKED_EACH || i == count) {
          CompletableFuture.allOf(sends.toArray(CompletableFuture<?>[]::new)).get();
          sends.clear();
        }
      }
    }
  }

  /**
   * What the topic has ever taken, until its subscription has no backlog: that is counted in
   * batches and not in messages.
   */
  @Override
  public long depth(String queue) throws IOException, InterruptedException {
    JsonNode stats = admin.stats(queue);
    long batches = stats.path("subscriptions").path(SUBSCRIPTION).path("msgBacklog").asLong();
    return batches == 0 ? 0 : stats.path("msgInCounter").asLong();
  }

  @Override
  public void close() {
    try {
      if (client != null) {
        client.close();
      }
    } catch (PulsarClientException e) {
      throw new IllegalStateException("the client did not close in good order", e);
    } finally {
      broker.close();
    }
  }
}
