package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SqsBrokerTest {

  @Test
  void elasticMqMakesAQueueOnItsOwnEndpoint() throws Exception {
    long began = System.nanoTime();
    try (SqsBroker broker = SqsBroker.start()) {
      StartTimes.print(broker.describe(), began);
      BrokerChoice.announce("SQS", broker.describe());

      HttpResponse<String> answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(broker.endpoint())
                      .timeout(Duration.ofSeconds(10))
                      .header("Content-Type", "application/x-www-form-urlencoded")
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              "Action=CreateQueue&QueueName=orders"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains(":" + broker.endpoint().getPort() + "/");
      assertThat(broker.describe()).startsWith("ElasticMQ");
    }
  }

  @Test
  void aGivenEndpointComesFirst() {
    System.setProperty(SqsBroker.ENDPOINT_PROPERTY, "http://127.0.0.1:9");
    System.setProperty(SqsBroker.REGION_PROPERTY, "eu-west-3");
    try (SqsBroker broker = SqsBroker.start()) {
      assertThat(broker.endpoint()).hasToString("http://127.0.0.1:9");
      assertThat(broker.region()).isEqualTo("eu-west-3");
    } finally {
      System.clearProperty(SqsBroker.ENDPOINT_PROPERTY);
      System.clearProperty(SqsBroker.REGION_PROPERTY);
    }
  }
}
