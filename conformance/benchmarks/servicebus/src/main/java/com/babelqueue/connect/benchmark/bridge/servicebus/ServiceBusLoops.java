package com.babelqueue.connect.benchmark.bridge.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.babelqueue.connect.benchmark.bridge.BareLoopMain;
import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * Pushed messages that are completed one by one without waiting; batches as large as they may be.
 */
public final class ServiceBusLoops implements BareLoops {
  private static final int IN_FLIGHT = 2_000;

  /** The client buffers so many that it was asked for, and closes its link over one more. */
  private static final int ASKED = 250;

  private static final Duration CALL_LIMIT = Duration.ofMinutes(1);
  private static final long LIMIT_MINUTES = 20;

  private ServiceBusClientBuilder clients;

  /** A message that the connector wrote; null until one was seen. */
  private ServiceBusReceivedMessage learned;

  /** Never used; the connection is closed with the last client of it. */
  private ServiceBusSenderAsyncClient anchor;

  @Override
  public void connect(Map<String, String> address) {
    clients = new ServiceBusClientBuilder().connectionString(address.get("connection"));
    anchor = clients.sender().queueName("anchor").buildAsyncClient();
  }

  @Override
  public void learn(String queue) {
    try (ServiceBusReceiverAsyncClient client =
        clients.receiver().queueName(queue).buildAsyncClient()) {
      learned = client.peekMessage().block(CALL_LIMIT);
    }
  }

  private ServiceBusMessage message(byte[] body) {
    ServiceBusMessage message = new ServiceBusMessage(body);
    if (learned != null) {
      message
          .setMessageId(learned.getMessageId())
          .setCorrelationId(learned.getCorrelationId())
          .setSubject(learned.getSubject())
          .setContentType(learned.getContentType())
          .getApplicationProperties()
          .putAll(learned.getApplicationProperties());
    }
    return message;
  }

  @Override
  public void source(String queue, int count, BareTopic topic) throws Exception {
    try (ServiceBusReceiverAsyncClient client =
        clients
            .receiver()
            .queueName(queue)
            .disableAutoComplete()
            .maxAutoLockRenewDuration(Duration.ZERO)
            .buildAsyncClient()) {
      Arrivals arrivals = new Arrivals(client, topic, count);
      client.receiveMessages().subscribe(arrivals);
      boolean settled = arrivals.settled.await(LIMIT_MINUTES, TimeUnit.MINUTES);
      // A client that is closed before would try to get its link back.
      arrivals.cancel();
      if (!settled) {
        throw new IOException(
            "queue " + queue + " is not empty after " + LIMIT_MINUTES + " minutes");
      }
    }
  }

  @Override
  public void sink(String queue, int count, Consumer<byte[], byte[]> consumer) {
    try (ServiceBusSenderAsyncClient sender =
        clients.sender().queueName(queue).buildAsyncClient()) {
      int sent = 0;
      while (sent < count) {
        ServiceBusMessageBatch batch = sender.createMessageBatch().block(CALL_LIMIT);
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          ServiceBusMessage message = message(record.value());
          if (!batch.tryAddMessage(message)) {
            sender.sendMessages(batch).block(CALL_LIMIT);
            batch = sender.createMessageBatch().block(CALL_LIMIT);
            batch.tryAddMessage(message);
          }
          sent++;
        }
        if (batch.getCount() > 0) {
          sender.sendMessages(batch).block(CALL_LIMIT);
        }
      }
    }
  }

  @Override
  public void close() {
    anchor.close();
  }

  /** Completes what Kafka has acknowledged, and asks for more on arrival while there is room. */
  private static final class Arrivals extends BaseSubscriber<ServiceBusReceivedMessage> {
    private final ServiceBusReceiverAsyncClient client;
    private final BareTopic topic;
    private final CountDownLatch settled;

    /**
     * How many more may be asked for on arrival; below zero, how many are to be asked for when one
     * is completed.
     */
    private final AtomicInteger room = new AtomicInteger(IN_FLIGHT - ASKED);

    Arrivals(ServiceBusReceiverAsyncClient client, BareTopic topic, int count) {
      this.client = client;
      this.topic = topic;
      this.settled = new CountDownLatch(count);
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
      request(ASKED);
    }

    @Override
    protected void hookOnNext(ServiceBusReceivedMessage message) {
      topic.send(message.getBody().toBytes(), () -> complete(message));
      if (room.getAndDecrement() > 0) {
        request(1);
      }
    }

    @Override
    protected void hookOnError(Throwable failure) {
      BareLoopMain.fail(failure);
    }

    private void complete(ServiceBusReceivedMessage message) {
      client.complete(message).subscribe(nothing -> {}, BareLoopMain::fail, this::completed);
    }

    private void completed() {
      settled.countDown();
      if (room.getAndIncrement() < 0) {
        request(1);
      }
    }
  }
}
