package com.babelqueue.connect.benchmark.bridge.artemis;

import com.babelqueue.connect.benchmark.bridge.BareLoopMain;
import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Enumeration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Prefetched deliveries, each acknowledged by itself; sends that are completed by callback. */
public final class ArtemisLoops implements BareLoops {
  private static final int IN_FLIGHT = 2_000;
  private static final long LIMIT_MINUTES = 20;
  private static final long RECEIVE_MILLIS = 10_000;

  private Connection connection;

  /** A message that the connector wrote; null until one was seen. */
  private Message learned;

  @Override
  public void connect(Map<String, String> address) throws JMSException {
    connection = ArtemisBenched.connect(address, "jms.prefetchPolicy.all=" + IN_FLIGHT);
  }

  @Override
  public void learn(String queue) throws JMSException {
    try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      learned = consumer.receive(RECEIVE_MILLIS);
    }
  }

  private Message message(Session session, byte[] body) throws JMSException {
    if (learned == null) {
      BytesMessage message = session.createBytesMessage();
      message.writeBytes(body);
      return message;
    }
    Message message = session.createTextMessage(new String(body, StandardCharsets.UTF_8));
    message.setJMSType(learned.getJMSType());
    message.setJMSCorrelationID(learned.getJMSCorrelationID());
    for (Enumeration<?> names = learned.getPropertyNames(); names.hasMoreElements(); ) {
      String name = (String) names.nextElement();
      if (!name.startsWith("JMSX")) {
        message.setStringProperty(name, learned.getStringProperty(name));
      }
    }
    return message;
  }

  /**
   * Messages are pushed on the session's thread and acknowledged on the caller's, which the client
   * allows, though JMS does not promise it: one thread for both would be slower.
   */
  @Override
  public void source(String queue, int count, BareTopic topic) throws Exception {
    BlockingQueue<Message> acknowledged = new LinkedBlockingQueue<>();
    try (Session session = connection.createSession(false, ArtemisBenched.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      consumer.setMessageListener(message -> send(message, topic, acknowledged));
      for (int settled = 0; settled < count; settled++) {
        acknowledged.take().acknowledge();
      }
    }
  }

  private static void send(Message message, BareTopic topic, Queue<Message> acknowledged) {
    try {
      topic.send(message.getBody(byte[].class), () -> acknowledged.add(message));
    } catch (JMSException e) {
      BareLoopMain.fail(e);
    }
  }

  @Override
  public void sink(String queue, int count, Consumer<byte[], byte[]> consumer) throws Exception {
    try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      Semaphore room = new Semaphore(IN_FLIGHT);
      Completions completions = new Completions(room);
      int sent = 0;
      while (sent < count) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          room.acquire();
          producer.send(message(session, record.value()), completions);
          sent++;
        }
      }
      if (!room.tryAcquire(IN_FLIGHT, LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("not everything was confirmed in queue " + queue);
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IOException(e);
    }
  }

  /** Gives room back, on the client's threads. */
  private record Completions(Semaphore room) implements CompletionListener {
    @Override
    public void onCompletion(Message message) {
      room.release();
    }

    @Override
    public void onException(Message message, Exception failure) {
      BareLoopMain.fail(failure);
    }
  }
}
