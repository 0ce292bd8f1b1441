package com.babelqueue.connect.pulsarbroker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/**
 * What tests need of a broker's admin interface, for topics of public/default. One test thread.
 * Every method throws {@link IllegalStateException} when the broker does not do as asked.
 */
public final class PulsarAdmin {
  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private final URI url;
  private final String subscription;

  /**
   * @param url the broker's web service
   * @param subscription the subscription that topics get
   */
  public PulsarAdmin(URI url, String subscription) {
    this.url = url;
    this.subscription = subscription;
  }

  /** Creates a topic and its subscription. */
  public void createTopic(String name) throws IOException, InterruptedException {
    request("PUT", name, "", "");
    subscribe(name);
  }

  /** Creates a topic with partitions, and its subscription. */
  public void createPartitioned(String name, int partitions)
      throws IOException, InterruptedException {
    request("PUT", name, "/partitions", Integer.toString(partitions));
    subscribe(name);
  }

  private void subscribe(String name) throws IOException, InterruptedException {
    request("PUT", name, "/subscription/" + subscription, "");
  }

  /** Closes the topic at the broker, which drops every connection's hold on it. */
  public void unload(String name) throws IOException, InterruptedException {
    request("PUT", name, "/unload", "");
  }

  /** Lets the topic take no message ever more. */
  public void terminate(String name) throws IOException, InterruptedException {
    request("POST", name, "/terminate", "");
  }

  /** The statistics of the topic. */
  public JsonNode stats(String topic) throws IOException, InterruptedException {
    return json.readTree(
        request("GET", topic, "/stats?getPreciseBacklog=true&subscriptionBacklogSize=false", ""));
  }

  /** The statistics of the subscription. */
  public JsonNode subscription(String topic) throws IOException, InterruptedException {
    return stats(topic).path("subscriptions").path(subscription);
  }

  private String request(String method, String topic, String path, String body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(
                    url.resolve("/admin/v2/persistent/public/default/" + topic + path))
                .header("Content-Type", "application/json")
                .method(
                    method,
                    body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() >= 300) {
      throw new IllegalStateException(answer + ": " + answer.body());
    }
    return answer.body();
  }
}
