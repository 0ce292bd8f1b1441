package com.babelqueue.connect.quickstart.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.pulsar.PulsarVersion;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;

/** Sends to a topic with the Pulsar client, projecting envelopes as contract 3.5 says. */
final class PulsarStage implements Stage, PlainSender {
  private static final int LOOK_LIMIT_SECONDS = 60;

  private final PulsarBroker broker;
  private final PulsarClient client;
  private final Producer<byte[]> producer;
  private final Colleague colleague;
  private final String topic;

  private PulsarStage(
      PulsarBroker broker, PulsarClient client, String topic, Map<String, String> config)
      throws PulsarClientException {
    this.broker = broker;
    this.client = client;
    this.topic = topic;
    // A subscription begins where it is made, so before the first message.
    this.colleague = Colleague.subscribe(client, topic, config);
    this.producer = client.newProducer().topic(topic).enableBatching(false).create();
  }

  static PulsarStage open(PulsarBroker broker, String topic, Map<String, String> config) {
    try {
      PulsarClient client =
          PulsarClient.builder().serviceUrl(broker.serviceUrl().toString()).build();
      return new PulsarStage(broker, client, topic, config);
    } catch (PulsarClientException e) {
      throw new IllegalStateException("topic " + topic + " could not be opened", e);
    }
  }

  @Override
  public String broker() {
    return broker.describe() + ", on " + broker.serviceUrl();
  }

  @Override
  public String client() {
    return "pulsar-client " + PulsarVersion.getVersion();
  }

  @Override
  public String queue() {
    return topic;
  }

  @Override
  public Map<String, String> settings() {
    return Map.of("pulsar.service.url", broker.serviceUrl().toString());
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("pulsar", topic.substring(topic.lastIndexOf('/') + 1));
    PlainEnvelope created = story.created();
    sendEnvelope(created, Map.of());
    // While it is the only message, the one received must be this one.
    sent.accept(colleague.receiveInVain(created));
    story.sendRest(this, "a property beside the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    Map<String, String> properties = new LinkedHashMap<>(headers);
    properties.put("bq-job", envelope.urn());
    properties.put("bq-trace-id", envelope.traceId());
    properties.put("bq-message-id", envelope.id());
    properties.put("bq-schema-version", Integer.toString(PlainEnvelope.SCHEMA_VERSION));
    properties.put("bq-source-lang", envelope.lang());
    properties.put("bq-attempts", Integer.toString(envelope.attempts()));
    send(envelope.body(), properties);
  }

  @Override
  public void sendBare(String body) {
    send(body, Map.of());
  }

  @Override
  public List<NativeMessage> look(int count) {
    try (Reader<byte[]> reader =
        client.newReader().topic(topic).startMessageId(MessageId.earliest).create()) {
      List<NativeMessage> found = new ArrayList<>();
      while (found.size() < count) {
        Message<byte[]> message = reader.readNext(LOOK_LIMIT_SECONDS, TimeUnit.SECONDS);
        if (message == null) {
          throw new IllegalStateException("topic " + topic + " has less than " + count);
        }
        found.add(
            new NativeMessage(
                new String(message.getValue(), UTF_8), new TreeMap<>(message.getProperties())));
      }
      return found;
    } catch (IOException e) {
      throw new IllegalStateException("topic " + topic + " could not be read", e);
    }
  }

  private void send(String body, Map<String, String> properties) {
    try {
      producer.newMessage().value(body.getBytes(UTF_8)).properties(properties).send();
    } catch (PulsarClientException e) {
      throw new IllegalStateException("topic " + topic + " did not take a message", e);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (PulsarClientException e) {
      throw new IllegalStateException("the client did not close in good order", e);
    } finally {
      broker.close();
    }
  }
}
