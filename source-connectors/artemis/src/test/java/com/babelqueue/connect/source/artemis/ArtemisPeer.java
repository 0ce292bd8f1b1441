package com.babelqueue.connect.source.artemis;

import com.babelqueue.connect.contract.SourcePeer;
import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.jms.JmsConnectionFactory;

/**
 * The other side of the queue: a real Artemis and the plain JMS client that an application would
 * use, for every test of this module. One test thread.
 */
final class ArtemisPeer implements SourcePeer {
  static final String CONNECTOR = "com.babelqueue.connect.source.artemis.ArtemisSourceConnector";

  /** The client's property that chooses how a message is settled, and two of its values. */
  static final String SETTLEMENT = "JMS_AMQP_ACK_TYPE";

  static final int FAILED = 4;
  private static final int INDIVIDUAL_ACKNOWLEDGE = 101;

  private final ArtemisBroker broker;
  private final Connection connection;
  private final Session session;

  private ArtemisPeer(ArtemisBroker broker) throws JMSException {
    this.broker = broker;
    // Without prefetch, so that it holds nothing that the connector under test waits for.
    JmsConnectionFactory factory =
        new JmsConnectionFactory(
            broker.user(),
            broker.password(),
            "amqp://" + broker.host() + ":" + broker.port() + "?jms.prefetchPolicy.all=0");
    this.connection = factory.createConnection();
    this.connection.start();
    this.session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
  }

  /** Starts a broker and says which one it is. */
  static ArtemisPeer start() throws JMSException {
    return of(ArtemisBroker.start());
  }

  static ArtemisPeer startWithTls() throws JMSException {
    return of(ArtemisBroker.startWithTls());
  }

  private static ArtemisPeer of(ArtemisBroker broker) throws JMSException {
    BrokerChoice.announce("artemis", broker.describe());
    return new ArtemisPeer(broker);
  }

  ArtemisBroker broker() {
    return broker;
  }

  Session session() {
    return session;
  }

  @Override
  public String connectorClass() {
    return CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = new HashMap<>();
    settings.put("artemis.uri", "amqp://" + at.getHostString() + ":" + at.getPort());
    settings.put("artemis.username", broker.user());
    settings.put("artemis.password", broker.password());
    settings.put("artemis.queues", queue);
    return settings;
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(broker.host(), broker.port());
  }

  @Override
  public void createQueue(String name) {
    broker.createQueue(name);
  }

  @Override
  public void send(String queue, List<String> bodies) throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      for (String body : bodies) {
        producer.send(session.createTextMessage(body));
      }
    }
  }

  @Override
  public void send(String queue, String body, Map<String, String> headers) throws JMSException {
    TextMessage message = session.createTextMessage(body);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      message.setStringProperty(header.getKey(), header.getValue());
    }
    send(queue, message);
  }

  void send(String queue, Message message) throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      producer.send(message);
    }
  }

  @Override
  public List<String> take(String queue, int count, Duration limit) throws JMSException {
    List<String> bodies = new ArrayList<>();
    long deadline = System.nanoTime() + limit.toNanos();
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      while (bodies.size() < count && System.nanoTime() - deadline < 0) {
        Message message = consumer.receive(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        if (message != null) {
          bodies.add(((TextMessage) message).getText());
        }
      }
    }
    return bodies;
  }

  /** What a consumer does that fails: it receives, and says so. */
  void deliverInVain(String queue, int times) throws JMSException {
    Session failing = connection.createSession(false, INDIVIDUAL_ACKNOWLEDGE);
    try (MessageConsumer consumer = failing.createConsumer(failing.createQueue(queue))) {
      for (int i = 0; i < times; i++) {
        Message message = consumer.receive(10_000);
        message.setIntProperty(SETTLEMENT, FAILED);
        message.acknowledge();
      }
    } finally {
      failing.close();
    }
  }

  @Override
  public long ready(String queue) {
    return broker.unsettled(queue) - broker.delivered(queue);
  }

  @Override
  public long unsettled(String queue) {
    return broker.unsettled(queue);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public String versionHeader() {
    return "bq_schema_version";
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IllegalStateException("the test's own client did not close", e);
    } finally {
      broker.close();
    }
  }
}
