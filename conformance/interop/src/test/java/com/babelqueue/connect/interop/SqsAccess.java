package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.HarnessException;
import com.babelqueue.connect.harness.SqsBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/**
 * A service that speaks SQS; queues are made by a plain request, which ElasticMQ takes unsigned.
 */
final class SqsAccess extends BrokerAccess {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final SqsBroker broker;

  SqsAccess() {
    this(SqsBroker.start());
  }

  private SqsAccess(SqsBroker broker) {
    super(BrokerKind.SQS, broker.describe());
    this.broker = broker;
  }

  @Override
  Address address() {
    return new Address(
        "sqs://" + broker.region() + "?endpoint=" + broker.endpoint(),
        Map.of("AWS_ACCESS_KEY_ID", "any", "AWS_SECRET_ACCESS_KEY", "any"));
  }

  @Override
  void createQueue(String queue) {
    URI request = broker.endpoint().resolve("/?Action=CreateQueue&QueueName=" + queue);
    try {
      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(request).timeout(LIMIT).build(),
                  HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new HarnessException("queue " + queue + " not created: " + answer.body());
      }
    } catch (IOException e) {
      throw new HarnessException("queue " + queue + " not created", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException("interrupted before queue " + queue + " was created", e);
    }
  }

  @Override
  Map<String, String> connection() {
    return Map.of(
        "sqs.endpoint",
        broker.endpoint().toString(),
        "sqs.region",
        broker.region(),
        "sqs.access.key.id",
        "any",
        "sqs.secret.access.key",
        "any");
  }

  @Override
  public void close() {
    broker.close();
  }
}
