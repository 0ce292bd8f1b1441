package com.babelqueue.connect.quickstart.sqs;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.SqsBroker;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.util.VersionInfo;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Sends to a queue with the AWS SDK, projecting envelopes as contract 3.3 says. */
final class SqsStage implements Stage, PlainSender {
  private static final String ACCESS_KEY = "quickstart";
  private static final int WAIT_SECONDS = 5;

  private static final Duration LOOK_LIMIT = Duration.ofSeconds(60);

  private final SqsBroker broker;
  private final SqsClient client;
  private final String queue;
  private final String queueUrl;

  private SqsStage(SqsBroker broker, SqsClient client, String queue) {
    this.broker = broker;
    this.client = client;
    this.queue = queue;
    this.queueUrl = client.createQueue(request -> request.queueName(queue)).queueUrl();
  }

  static SqsStage open(SqsBroker broker, String queue) {
    SqsClient client =
        SqsClient.builder()
            .endpointOverride(broker.endpoint())
            .region(Region.of(broker.region()))
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(ACCESS_KEY, ACCESS_KEY)))
            .build();
    try {
      return new SqsStage(broker, client, queue);
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public String broker() {
    return broker.describe() + " on " + broker.endpoint();
  }

  @Override
  public String client() {
    return "AWS SDK " + VersionInfo.SDK_VERSION;
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("sqs.endpoint", broker.endpoint().toString());
    settings.put("sqs.region", broker.region());
    settings.put("sqs.access.key.id", ACCESS_KEY);
    settings.put("sqs.secret.access.key", ACCESS_KEY);
    return settings;
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("sqs", queue);
    story.sendDeliveredInVain(
        this, this::receiveAndGiveBack, "received once by the SDK and given back", sent);
    story.sendRest(this, "an attribute beside the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    Map<String, MessageAttributeValue> attributes = attributes(envelope);
    headers.forEach((name, value) -> attributes.put(name, attribute("String", value)));
    send(envelope.body(), attributes);
  }

  @Override
  public void sendBare(String body) {
    send(body, Map.of());
  }

  private void send(String body, Map<String, MessageAttributeValue> attributes) {
    client.sendMessage(
        request -> request.queueUrl(queueUrl).messageBody(body).messageAttributes(attributes));
  }

  private void receiveAndGiveBack() {
    List<Message> received =
        client
            .receiveMessage(
                request ->
                    request.queueUrl(queueUrl).maxNumberOfMessages(1).waitTimeSeconds(WAIT_SECONDS))
            .messages();
    if (received.isEmpty()) {
      throw new IllegalStateException("queue " + queue + " did not deliver what was sent to it");
    }
    giveBack(received.get(0));
  }

  /** SQS has no other way to look than to receive; what is received is given back at the end. */
  @Override
  public List<NativeMessage> look(int count) {
    List<Message> received = new ArrayList<>();
    Await.until(
        count + " messages in queue " + queue,
        LOOK_LIMIT,
        () -> {
          received.addAll(
              client
                  .receiveMessage(
                      request ->
                          request
                              .queueUrl(queueUrl)
                              .maxNumberOfMessages(10)
                              .messageAttributeNames("All")
                              .waitTimeSeconds(1))
                  .messages());
          return received.size() >= count;
        });
    received.forEach(this::giveBack);
    return received.stream().map(SqsStage::seen).toList();
  }

  private void giveBack(Message message) {
    client.changeMessageVisibility(
        request ->
            request.queueUrl(queueUrl).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
  }

  private static NativeMessage seen(Message message) {
    Map<String, String> attributes = new TreeMap<>();
    message
        .messageAttributes()
        .forEach(
            (name, value) ->
                attributes.put(name, value.stringValue() + " (" + value.dataType() + ")"));
    return new NativeMessage(message.body(), attributes);
  }

  @Override
  public boolean countsLooks() {
    return true;
  }

  private static Map<String, MessageAttributeValue> attributes(PlainEnvelope envelope) {
    Map<String, MessageAttributeValue> attributes = new LinkedHashMap<>();
    attributes.put("bq-job", attribute("String", envelope.urn()));
    attributes.put("bq-trace-id", attribute("String", envelope.traceId()));
    attributes.put("bq-message-id", attribute("String", envelope.id()));
    attributes.put(
        "bq-schema-version", attribute("Number", Integer.toString(PlainEnvelope.SCHEMA_VERSION)));
    attributes.put("bq-source-lang", attribute("String", envelope.lang()));
    attributes.put("bq-created-at", attribute("Number", Long.toString(envelope.createdAt())));
    return attributes;
  }

  private static MessageAttributeValue attribute(String type, String value) {
    return MessageAttributeValue.builder().dataType(type).stringValue(value).build();
  }

  @Override
  public void close() {
    try {
      client.close();
    } finally {
      broker.close();
    }
  }
}
