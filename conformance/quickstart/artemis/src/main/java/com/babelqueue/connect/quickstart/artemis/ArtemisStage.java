package com.babelqueue.connect.quickstart.artemis;

import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.babelqueue.connect.quickstart.scene.Stage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.qpid.jms.JmsConnectionFactory;

/** Sends to a queue over AMQP 1.0 with Qpid JMS, projecting envelopes as contract 3.7 says. */
final class ArtemisStage implements Stage, PlainSender {
  /** Session mode of Qpid JMS: each message is settled by itself. */
  private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

  /** How Qpid JMS settles a message that is acknowledged; the value lets the broker count. */
  private static final String SETTLEMENT = "JMS_AMQP_ACK_TYPE";

  private static final int MODIFIED_FAILED = 4;
  private static final long RECEIVE_LIMIT_MS = 20_000;

  private static final Duration LOOK_LIMIT = Duration.ofSeconds(60);

  private final ArtemisBroker broker;
  private final Connection connection;
  private final Session session;
  private final MessageProducer producer;
  private final String queue;

  private ArtemisStage(ArtemisBroker broker, Connection connection, String queue)
      throws JMSException {
    this.broker = broker;
    this.connection = connection;
    this.session = connection.createSession(false, INDIVIDUAL_ACKNOWLEDGE);
    this.producer = session.createProducer(session.createQueue(queue));
    this.queue = queue;
  }

  static ArtemisStage open(ArtemisBroker broker, String queue) {
    broker.createQueue(queue);
    try {
      Connection connection =
          // Without prefetch, so that a message given back is not taken in again at once.
          new JmsConnectionFactory(
                  broker.user(), broker.password(), uri(broker) + "?jms.prefetchPolicy.all=0")
              .createConnection();
      connection.start();
      return new ArtemisStage(broker, connection, queue);
    } catch (JMSException e) {
      throw new IllegalStateException("no connection to " + broker.describe(), e);
    }
  }

  private static String uri(ArtemisBroker broker) {
    return "amqp://" + broker.host() + ":" + broker.port();
  }

  @Override
  public String broker() {
    return broker.describe() + " on " + broker.host() + ":" + broker.port();
  }

  @Override
  public String client() {
    try {
      return "Qpid JMS " + connection.getMetaData().getProviderVersion();
    } catch (JMSException e) {
      throw new IllegalStateException("Qpid JMS does not tell its version", e);
    }
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("artemis.uri", uri(broker));
    settings.put("artemis.username", broker.user());
    settings.put("artemis.password", broker.password());
    return settings;
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("artemis", queue);
    story.sendDeliveredInVain(
        this, this::receiveAndFail, "received once by the client and settled as failed", sent);
    story.sendRest(this, "a property beside the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    try {
      TextMessage message = session.createTextMessage(envelope.body());
      message.setJMSType(envelope.urn());
      message.setJMSCorrelationID(envelope.traceId());
      message.setStringProperty(
          "bq_schema_version", Integer.toString(PlainEnvelope.SCHEMA_VERSION));
      message.setStringProperty("bq_source_lang", envelope.lang());
      message.setStringProperty("bq_attempts", Integer.toString(envelope.attempts()));
      message.setStringProperty("bq_app_id", "babelqueue");
      for (Map.Entry<String, String> header : headers.entrySet()) {
        message.setStringProperty(header.getKey(), header.getValue());
      }
      producer.send(message);
    } catch (JMSException e) {
      throw notTaken(e);
    }
  }

  @Override
  public void sendBare(String body) {
    try {
      producer.send(session.createTextMessage(body));
    } catch (JMSException e) {
      throw notTaken(e);
    }
  }

  private IllegalStateException notTaken(JMSException e) {
    return new IllegalStateException("queue " + queue + " did not take a message", e);
  }

  @Override
  public List<NativeMessage> look(int count) {
    return Await.value(
        count + " messages in queue " + queue,
        LOOK_LIMIT,
        () -> Optional.of(browsed()).filter(found -> found.size() >= count));
  }

  private List<NativeMessage> browsed() throws JMSException {
    List<NativeMessage> found = new ArrayList<>();
    try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
      for (Enumeration<?> all = browser.getEnumeration(); all.hasMoreElements(); ) {
        Message message = (Message) all.nextElement();
        found.add(new NativeMessage(message.getBody(String.class), seen(message)));
      }
    }
    return found;
  }

  private static Map<String, String> seen(Message message) throws JMSException {
    Map<String, String> seen = new LinkedHashMap<>();
    seen.put("JMSType", message.getJMSType());
    seen.put("JMSCorrelationID", message.getJMSCorrelationID());
    seen.put("JMSTimestamp", Long.toString(message.getJMSTimestamp()));
    for (Enumeration<?> names = message.getPropertyNames(); names.hasMoreElements(); ) {
      String name = (String) names.nextElement();
      if (!name.startsWith("JMS")) {
        Object value = message.getObjectProperty(name);
        seen.put(name, value + " (" + value.getClass().getSimpleName() + ")");
      }
    }
    return seen;
  }

  private void receiveAndFail() {
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      Message message = consumer.receive(RECEIVE_LIMIT_MS);
      if (message == null) {
        throw new IllegalStateException("queue " + queue + " did not deliver what was sent to it");
      }
      message.setIntProperty(SETTLEMENT, MODIFIED_FAILED);
      message.acknowledge();
    } catch (JMSException e) {
      throw new IllegalStateException("queue " + queue + " did not take a message back", e);
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IllegalStateException("the connection did not close in good order", e);
    } finally {
      broker.close();
    }
  }
}
