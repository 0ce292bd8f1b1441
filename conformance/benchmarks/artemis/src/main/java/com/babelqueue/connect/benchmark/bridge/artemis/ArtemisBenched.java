package com.babelqueue.connect.benchmark.bridge.artemis;

import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.Map;
import org.apache.qpid.jms.JmsConnectionFactory;

/** Artemis with anycast queues, inside this JVM. */
public final class ArtemisBenched implements BenchedBroker {
  /** Session mode of Qpid JMS: each message is settled by itself. */
  static final int INDIVIDUAL_ACKNOWLEDGE = 101;

  private ArtemisBroker broker;
  private Connection connection;
  private Session session;

  @Override
  public String name() {
    return "artemis";
  }

  @Override
  public void start() {
    broker = ArtemisBroker.start();
    BrokerChoice.announce("artemis", broker.describe());
    try {
      // Its own sends need not be waited for: the depth tells when they have arrived.
      connection = connect(address(), "jms.forceAsyncSend=true");
      session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    } catch (JMSException e) {
      throw new IllegalStateException("no connection to Artemis", e);
    }
  }

  /**
   * Connects.
   *
   * @param options of the client, as in its addresses
   */
  static Connection connect(Map<String, String> address, String options) throws JMSException {
    Connection connection =
        new JmsConnectionFactory(
                address.get("user"), address.get("password"), address.get("uri") + "?" + options)
            .createConnection();
    connection.start();
    return connection;
  }

  @Override
  public Map<String, String> address() {
    return Map.of("uri", uri(), "user", broker.user(), "password", broker.password());
  }

  private String uri() {
    return "amqp://" + broker.host() + ":" + broker.port();
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings(
        "source.artemis.ArtemisSourceConnector", "artemis.queues", String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.artemis.ArtemisSinkConnector", "artemis.queue", queue);
  }

  private Map<String, String> settings(String connector, String key, String queue) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "artemis.uri",
        uri(),
        "artemis.username",
        broker.user(),
        "artemis.password",
        broker.password(),
        key,
        queue);
  }

  @Override
  public void createQueue(String queue) {
    broker.createQueue(queue);
  }

  @Override
  public void deleteQueue(String queue) {
    broker.deleteQueue(queue);
  }

  @Override
  public void fill(String queue, byte[] body, int count) throws Exception {
    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      for (int i = 0; i < count; i++) {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(body);
        producer.send(message);
      }
    }
  }

  @Override
  public long depth(String queue) {
    return broker.unsettled(queue);
  }

  @Override
  public void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (JMSException e) {
      throw new IllegalStateException("the connection did not close in good order", e);
    } finally {
      broker.close();
    }
  }
}
