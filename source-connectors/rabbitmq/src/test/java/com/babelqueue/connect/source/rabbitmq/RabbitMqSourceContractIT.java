package com.babelqueue.connect.source.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;
import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.RabbitMqBroker;
import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The source contract on RabbitMQ. */
class RabbitMqSourceContractIT extends SourceContract {
  @Override
  protected SourcePeer startPeer() throws Exception {
    RabbitMqBroker broker = RabbitMqBroker.start();
    BrokerChoice.announce("rabbitmq", broker.describe());
    ConnectionFactory factory = new ConnectionFactory();
    factory.setHost(broker.host());
    factory.setPort(broker.port());
    factory.setUsername(broker.user());
    factory.setPassword(broker.password());
    factory.setVirtualHost(broker.virtualHost());
    Connection connection = factory.newConnection("contract");
    Channel channel = connection.createChannel();
    channel.confirmSelect();
    return new Peer(broker, connection, channel);
  }

  private record Peer(RabbitMqBroker broker, Connection connection, Channel channel)
      implements SourcePeer {
    @Override
    public String connectorClass() {
      return RabbitMqBridge.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(String queue, InetSocketAddress at) {
      Map<String, String> settings = new HashMap<>();
      settings.put("rabbitmq.addresses", at.getHostString() + ":" + at.getPort());
      settings.put("rabbitmq.username", broker.user());
      settings.put("rabbitmq.password", broker.password());
      settings.put("rabbitmq.virtual.host", broker.virtualHost());
      settings.put("rabbitmq.queues", queue);
      settings.put("rabbitmq.version.gate", "true");
      return settings;
    }

    @Override
    public InetSocketAddress address() {
      return new InetSocketAddress(broker.host(), broker.port());
    }

    @Override
    public void createQueue(String name) throws Exception {
      channel.queueDeclare(name, true, false, false, Map.of());
    }

    @Override
    public void send(String queue, List<String> bodies) throws Exception {
      for (String body : bodies) {
        channel.basicPublish("", queue, null, body.getBytes(UTF_8));
      }
      channel.waitForConfirmsOrDie(RabbitMqBridge.LIMIT.toMillis());
    }

    @Override
    public void send(String queue, String body, Map<String, String> headers) throws Exception {
      channel.basicPublish(
          "",
          queue,
          new AMQP.BasicProperties.Builder().headers(new HashMap<>(headers)).build(),
          body.getBytes(UTF_8));
      channel.waitForConfirmsOrDie(RabbitMqBridge.LIMIT.toMillis());
    }

    @Override
    public List<String> take(String queue, int count, Duration limit) throws Exception {
      List<String> taken = new ArrayList<>();
      long deadline = System.nanoTime() + limit.toNanos();
      while (taken.size() < count && System.nanoTime() - deadline < 0) {
        GetResponse got = channel.basicGet(queue, true);
        if (got != null) {
          taken.add(new String(got.getBody(), UTF_8));
        }
      }
      return taken;
    }

    @Override
    public long ready(String queue) throws Exception {
      return channel.messageCount(queue);
    }

    /** AMQP shows no client what others hold, so that part is the task's own gauge. */
    @Override
    public long unsettled(String queue) throws Exception {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName task =
          new ObjectName(
              "babelqueue.connect:type=source-task,connector="
                  + ObjectName.quote(queue)
                  + ",task=0");
      long held =
          server.isRegistered(task) ? (Long) server.getAttribute(task, "InFlightMessages") : 0;
      return held + ready(queue);
    }

    @Override
    public boolean keepsOrder() {
      return true;
    }

    @Override
    public String versionHeader() {
      return "x-schema-version";
    }

    @Override
    public void close() {
      connection.abort();
      broker.close();
    }
  }
}
