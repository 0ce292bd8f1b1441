package com.babelqueue.connect.sink.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import com.babelqueue.connect.harness.ArtemisBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.messaging.AmqpValue;
import org.apache.qpid.proton.amqp.messaging.Data;
import org.apache.qpid.proton.amqp.messaging.Section;

/**
 * The other side of the queue: a real Artemis and the plain JMS client that an application would
 * use, for every test of this module. One test thread.
 */
final class ArtemisPeer implements RoundTripPeer {
  static final String CONNECTOR = "com.babelqueue.connect.sink.artemis.ArtemisSinkConnector";

  private static final Set<String> CONTRACT =
      Set.of("bq_schema_version", "bq_source_lang", "bq_attempts", "bq_app_id", "bq_delay");

  private final ArtemisBroker broker;
  private final Connection connection;
  private final Session session;

  private ArtemisPeer(ArtemisBroker broker) throws JMSException {
    this.broker = broker;
    JmsConnectionFactory factory =
        new JmsConnectionFactory(
            broker.user(),
            broker.password(),
            "amqp://" + broker.host() + ":" + broker.port() + "?jms.prefetchPolicy.all=0");
    factory.setValidatePropertyNames(false);
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

  @Override
  public String connectorClass() {
    return CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = new HashMap<>(connection(at));
    settings.put("artemis.queue", queue);
    settings.put("artemis.group.id", "${key}");
    return settings;
  }

  private Map<String, String> connection(InetSocketAddress at) {
    return Map.of(
        "artemis.uri",
        "amqp://" + at.getHostString() + ":" + at.getPort(),
        "artemis.username",
        broker.user(),
        "artemis.password",
        broker.password());
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(broker.host(), broker.port());
  }

  @Override
  public void createQueue(String name) {
    broker.createQueue(name);
  }

  /**
   * Lets an address hold one message, as an administrator would.
   *
   * @param policy what happens when it is full: FAIL or BLOCK
   */
  void limitToOne(String address, String policy) throws JMSException {
    String json =
        "{\"maxSizeMessages\":1,\"addressFullMessagePolicy\":\"%s\",\"autoCreateQueues\":false,"
            + "\"autoCreateAddresses\":false,\"autoDeleteQueues\":false}";
    manage("addAddressSettings", address, json.formatted(policy));
  }

  void createTopic(String name) throws JMSException {
    manage("createAddress", name, "MULTICAST");
  }

  /** Subscribes to a topic until the consumer is closed. */
  MessageConsumer subscribe(String topic) throws JMSException {
    return session.createConsumer(session.createTopic(topic));
  }

  /** Asks the broker's own management address for an operation. */
  private void manage(String operation, String... arguments) throws JMSException {
    StringBuilder parameters = new StringBuilder();
    for (String argument : arguments) {
      parameters.append(parameters.isEmpty() ? '[' : ',');
      parameters.append('"').append(argument.replace("\"", "\\\"")).append('"');
    }
    TextMessage request = session.createTextMessage(parameters.append(']').toString());
    request.setStringProperty("_AMQ_ResourceName", "broker");
    request.setStringProperty("_AMQ_OperationName", operation);
    var replies = session.createTemporaryQueue();
    request.setJMSReplyTo(replies);
    try (MessageProducer producer =
            session.createProducer(session.createQueue("activemq.management"));
        MessageConsumer consumer = session.createConsumer(replies)) {
      producer.send(request);
      Message reply = consumer.receive(10_000);
      if (reply == null || !reply.getBooleanProperty("_AMQ_OperationSucceeded")) {
        throw new IllegalStateException(
            operation + ": " + (reply == null ? "no reply" : reply.getBody(String.class)));
      }
    }
  }

  /** Receives and settles as {@link #take}, and gives the client's own messages. */
  List<Message> takeMessages(String queue, int count, Duration limit) throws JMSException {
    List<Message> taken = new ArrayList<>();
    long deadline = System.nanoTime() + limit.toNanos();
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      while (taken.size() < count && System.nanoTime() - deadline < 0) {
        Message message = consumer.receive(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        if (message != null) {
          taken.add(message);
        }
      }
    }
    return taken;
  }

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) throws JMSException {
    return takeMessages(queue, count, limit).stream()
        .map(RawMessage::of)
        .map(ArtemisPeer::nativeMessage)
        .toList();
  }

  private static NativeMessage nativeMessage(RawMessage raw) {
    Map<String, Object> properties = new TreeMap<>(raw.applicationProperties());
    Map<String, Object> headers = new HashMap<>(properties);
    properties.keySet().retainAll(CONTRACT);
    headers.keySet().removeAll(CONTRACT);
    Map<String, Object> projection = new HashMap<>();
    Map<String, Object> annotations = raw.annotations();
    if (annotations.containsKey("x-opt-jms-type")) {
      projection.put("jms_type_annotation", "x-opt-jms-type");
      projection.put("jms_type", annotations.remove("x-opt-jms-type"));
    }
    headers.putAll(annotations);
    put(projection, "correlation_id", raw.properties().getCorrelationId());
    put(projection, "group_id", raw.properties().getGroupId());
    put(projection, "subject", raw.properties().getSubject());
    put(
        projection,
        "creation_time",
        raw.createdAt() == null ? null : raw.createdAt().toEpochMilli());
    if (!properties.isEmpty()) {
      projection.put("properties", properties);
    }
    return new NativeMessage(body(raw.body()), projection, headers);
  }

  private static void put(Map<String, Object> projection, String name, Object value) {
    if (value != null) {
      projection.put(name, value);
    }
  }

  private static byte[] body(Section body) {
    if (body instanceof Data data) {
      Binary binary = data.getValue();
      return Arrays.copyOfRange(
          binary.getArray(), binary.getArrayOffset(), binary.getArrayOffset() + binary.getLength());
    }
    return ((String) ((AmqpValue) body).getValue()).getBytes(UTF_8);
  }

  @Override
  public long depth(String queue) {
    return broker.unsettled(queue) - broker.delivered(queue);
  }

  @Override
  public boolean keepsOrder() {
    return true;
  }

  @Override
  public boolean honoursDelays() {
    return true;
  }

  /** Artemis takes messages of any size, and headers that it cannot take are left behind. */
  @Override
  public Untakable untakable() {
    return null;
  }

  @Override
  public String projectionBlock() {
    return "artemis.property_projection";
  }

  @Override
  public Map<String, Object> beyondSuite(JsonNode envelope) {
    return Map.of(
        "subject",
        envelope.path("job").textValue(),
        "creation_time",
        envelope.path("meta").path("created_at").longValue());
  }

  @Override
  public String sourceModule() {
    return "source-connectors/artemis";
  }

  @Override
  public String sourceClass() {
    return "com.babelqueue.connect.source.artemis.ArtemisSourceConnector";
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    Map<String, String> settings = new HashMap<>(connection(address()));
    settings.put("artemis.queues", queue);
    return settings;
  }

  @Override
  public String keyPolicy() {
    return "group";
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
