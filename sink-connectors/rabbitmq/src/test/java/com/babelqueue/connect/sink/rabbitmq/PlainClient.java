package com.babelqueue.connect.sink.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.RabbitMqBroker;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** The client that an application would use to read what the sink wrote. One test thread. */
final class PlainClient implements AutoCloseable {
  private final RabbitMqBroker broker;
  private final Connection connection;

  /** A refusal, such as that of a queue that is missing, closes it. */
  private Channel channel;

  private PlainClient(RabbitMqBroker broker, Connection connection) {
    this.broker = broker;
    this.connection = connection;
  }

  static PlainClient of(RabbitMqBroker broker) throws IOException, TimeoutException {
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setVirtualHost(broker.virtualHost());
    return new PlainClient(broker, factory.newConnection("test"));
  }

  /** An open channel. */
  Channel channel() throws IOException {
    if (channel == null || !channel.isOpen()) {
      channel = connection.createChannel();
    }
    return channel;
  }

  /** A channel for one purpose; the caller closes it. */
  Channel newChannel() throws IOException {
    return connection.createChannel();
  }

  /** The settings that reach the broker. */
  Map<String, String> settings(String host, int port) {
    Map<String, String> settings = new HashMap<>();
    settings.put("rabbitmq.addresses", host + ":" + port);
    settings.put("rabbitmq.username", broker.user());
    settings.put("rabbitmq.password", broker.password());
    settings.put("rabbitmq.virtual.host", broker.virtualHost());
    return settings;
  }

  /** Declares a durable queue. */
  String declare(String queue, Map<String, Object> arguments) throws IOException {
    channel().queueDeclare(queue, true, false, false, arguments);
    return queue;
  }

  long depth(String queue) throws IOException {
    return channel().messageCount(queue);
  }

  /** Receives and settles up to so many messages; fewer when they do not come in time. */
  List<GetResponse> take(String queue, int count, Duration limit) throws IOException {
    List<GetResponse> taken = new ArrayList<>();
    long deadline = System.nanoTime() + limit.toNanos();
    while (taken.size() < count && System.nanoTime() - deadline < 0) {
      GetResponse got = channel().basicGet(queue, true);
      if (got != null) {
        taken.add(got);
      }
    }
    return taken;
  }

  static String body(GetResponse message) {
    return new String(message.getBody(), UTF_8);
  }

  @Override
  public void close() {
    connection.abort();
  }
}
