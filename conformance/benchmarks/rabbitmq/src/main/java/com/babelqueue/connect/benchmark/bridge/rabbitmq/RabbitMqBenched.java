package com.babelqueue.connect.benchmark.bridge.rabbitmq;

import com.babelqueue.connect.benchmark.bridge.BenchedBroker;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * RabbitMQ with durable classic queues and persistent messages. Its depth leaves out what is
 * unacknowledged, which only shows once the consumer is gone.
 */
public final class RabbitMqBenched implements BenchedBroker {
  private static final int UNCONFIRMED = 5_000;

  private RabbitMqBroker broker;
  private Connection connection;
  private Channel channel;

  @Override
  public String name() {
    return "rabbitmq";
  }

  @Override
  public void start() {
    broker = RabbitMqBroker.start();
    BrokerChoice.announce("rabbitmq", broker.describe());
    try {
      connection = connect(address());
      channel = connection.createChannel();
      channel.confirmSelect();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Connection connect(Map<String, String> address) throws IOException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(address.get("host"));
    factory.setPort(Integer.parseInt(address.get("port")));
    factory.setUsername(address.get("user"));
    factory.setPassword(address.get("password"));
    factory.setVirtualHost(address.get("vhost"));
    try {
      return factory.newConnection();
    } catch (TimeoutException e) {
      throw new IOException(e);
    }
  }

  @Override
  public Map<String, String> address() {
    return Map.of(
        "host", broker.host(),
        "port", Integer.toString(broker.port()),
        "user", broker.user(),
        "password", broker.password(),
        "vhost", broker.virtualHost());
  }

  @Override
  public Map<String, String> sourceSettings(List<String> queues) {
    return settings(
        "source.rabbitmq.RabbitMqSourceConnector", "rabbitmq.queues", String.join(",", queues));
  }

  @Override
  public Map<String, String> sinkSettings(String queue) {
    return settings("sink.rabbitmq.RabbitMqSinkConnector", "rabbitmq.queue", queue);
  }

  private Map<String, String> settings(String connector, String key, String queue) {
    return Map.of(
        "connector.class",
        "com.babelqueue.connect." + connector,
        "rabbitmq.addresses",
        broker.host() + ":" + broker.port(),
        "rabbitmq.username",
        broker.user(),
        "rabbitmq.password",
        broker.password(),
        "rabbitmq.virtual.host",
        broker.virtualHost(),
        key,
        queue);
  }

  @Override
  public void createQueue(String queue) throws IOException {
    deleteQueue(queue);
    channel.queueDeclare(queue, true, false, false, null);
  }

  @Override
  public void deleteQueue(String queue) throws IOException {
    channel.queueDelete(queue);
  }

  @Override
  public void fill(String queue, byte[] body, int count) throws IOException, InterruptedException {
    for (int i = 1; i <= count; i++) {
      channel.basicPublish("", queue, MessageProperties.MINIMAL_PERSISTENT_BASIC, body);
      if (i % UNCONFIRMED == 0 || i == count) {
        channel.waitForConfirms();
      }
    }
  }

  @Override
  public long depth(String queue) throws IOException {
    return channel.messageCount(queue);
  }

  @Override
  public boolean mayHoldMore(String queue) throws IOException {
    return channel.consumerCount(queue) > 0;
  }

  @Override
  public void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      broker.close();
    }
  }
}
