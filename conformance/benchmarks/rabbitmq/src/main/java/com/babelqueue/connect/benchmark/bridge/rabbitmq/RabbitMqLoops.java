package com.babelqueue.connect.benchmark.bridge.rabbitmq;

import com.babelqueue.connect.benchmark.bridge.BareLoopMain;
import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.MessageProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Pushed deliveries and one multiple ack per 100; confirms that are waited for in windows. */
public final class RabbitMqLoops implements BareLoops {
  private static final int PREFETCH = 2_000;
  private static final int ACK_EACH = 100;
  private static final int UNCONFIRMED = 2_000;
  private static final long LIMIT_MINUTES = 20;

  private Connection connection;
  private BasicProperties properties = MessageProperties.MINIMAL_PERSISTENT_BASIC;

  @Override
  public void connect(Map<String, String> address) throws IOException {
    connection = RabbitMqBenched.connect(address);
  }

  @Override
  public void learn(String queue) throws Exception {
    try (Channel channel = connection.createChannel()) {
      properties = channel.basicGet(queue, true).getProps();
    }
  }

  @Override
  public void source(String queue, int count, BareTopic topic) throws Exception {
    CountDownLatch settled = new CountDownLatch(1);
    Channel channel = connection.createChannel();
    channel.basicQos(PREFETCH);
    channel.basicConsume(
        queue,
        false,
        new DefaultConsumer(channel) {
          @Override
          public void handleDelivery(
              String consumer, Envelope delivery, BasicProperties properties, byte[] body) {
            long tag = delivery.getDeliveryTag();
            topic.send(body, () -> acknowledged(channel, tag, count, settled));
          }
        });
    if (!settled.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      throw new IOException("queue " + queue + " is not empty after " + LIMIT_MINUTES + " minutes");
    }
    channel.close();
  }

  /** Kafka acknowledges in order, so a tag stands for all before it. */
  private static void acknowledged(Channel channel, long tag, int count, CountDownLatch settled) {
    if (tag % ACK_EACH == 0 || tag == count) {
      ack(channel, tag);
    }
    if (tag == count) {
      settled.countDown();
    }
  }

  private static void ack(Channel channel, long tag) {
    try {
      channel.basicAck(tag, true);
    } catch (IOException e) {
      BareLoopMain.fail(e);
    }
  }

  @Override
  public void sink(String queue, int count, Consumer<byte[], byte[]> consumer) throws Exception {
    Channel channel = connection.createChannel();
    channel.confirmSelect();
    Semaphore room = new Semaphore(UNCONFIRMED);
    Confirms confirms = new Confirms(room);
    channel.addConfirmListener(
        confirms::confirmed,
        (tag, multiple) -> BareLoopMain.fail(new IOException("a message was refused")));
    int sent = 0;
    while (sent < count) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        room.acquire();
        channel.basicPublish("", queue, true, properties, record.value());
        sent++;
      }
    }
    if (!room.tryAcquire(UNCONFIRMED, LIMIT_MINUTES, TimeUnit.MINUTES)) {
      throw new IOException("not everything was confirmed in queue " + queue);
    }
    channel.close();
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** Gives room back; confirms of one channel come in order. Owned by the client's thread. */
  private static final class Confirms {
    private final Semaphore room;
    private long last;

    Confirms(Semaphore room) {
      this.room = room;
    }

    void confirmed(long tag, boolean multiple) {
      if (multiple) {
        room.release((int) (tag - last));
        last = tag;
      } else {
        room.release();
        last = Math.max(last, tag);
      }
    }
  }
}
