package com.babelqueue.connect.benchmark.bridge.pulsar;

import com.babelqueue.connect.benchmark.bridge.BareLoopMain;
import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.MessageId;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.Reader;
import org.apache.pulsar.client.api.SubscriptionType;

/** A shared subscription with 100 messages acknowledged by one call; batched asynchronous sends. */
public final class PulsarLoops implements BareLoops {
  private static final int ACK_EACH = 100;
  private static final int QUEUE = 1_000;
  private static final long LIMIT_MINUTES = 20;
  private static final int RECEIVE_SECONDS = 10;

  private PulsarClient client;
  private Map<String, String> properties = Map.of();

  @Override
  public void connect(Map<String, String> address) throws PulsarClientException {
    client = PulsarBenched.connect(address);
  }

  @Override
  public void learn(String queue) throws Exception {
    try (Reader<byte[]> reader =
        client.newReader().topic(queue).startMessageId(MessageId.earliest).create()) {
      properties = reader.readNext(RECEIVE_SECONDS, TimeUnit.SECONDS).getProperties();
    }
  }

  @Override
  public void source(String queue, int count, BareTopic topic) throws Exception {
    try (Consumer<byte[]> consumer =
        client
            .newConsumer()
            .topic(queue)
            .subscriptionName(PulsarBenched.SUBSCRIPTION)
            .subscriptionType(SubscriptionType.Shared)
            .receiverQueueSize(QUEUE)
            // The lists below are the groups; the client's own would hold the last one back.
            .acknowledgmentGroupTime(0, TimeUnit.MILLISECONDS)
            .isAckReceiptEnabled(true)
            .subscribe()) {
      Acknowledgements acknowledgements = new Acknowledgements(consumer, count);
      for (int i = 0; i < count; i++) {
        Message<byte[]> message = consumer.receive();
        topic.send(message.getData(), () -> acknowledgements.add(message.getMessageId()));
      }
      if (!acknowledgements.settled.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException(
            "topic " + queue + " is not settled after " + LIMIT_MINUTES + " minutes");
      }
    }
  }

  @Override
  public void sink(
      String queue, int count, org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer)
      throws Exception {
    try (Producer<byte[]> producer = PulsarBenched.producer(client, queue)) {
      CountDownLatch confirmed = new CountDownLatch(count);
      int sent = 0;
      while (sent < count) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          report(
              producer.newMessage().value(record.value()).properties(properties).sendAsync(),
              1,
              confirmed);
          sent++;
        }
      }
      if (!confirmed.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("not everything was confirmed in topic " + queue);
      }
    }
  }

  private static void report(CompletableFuture<?> answer, int messages, CountDownLatch done) {
    CompletableFuture<?> unused =
        answer.whenComplete(
            (result, failure) -> {
              if (failure != null) {
                BareLoopMain.fail(failure);
              }
              for (int i = 0; i < messages; i++) {
                done.countDown();
              }
            });
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  /** Gathers what Kafka has acknowledged, on the producer's thread. */
  private static final class Acknowledgements {
    private final Consumer<byte[]> consumer;
    private final CountDownLatch settled;
    private List<MessageId> gathered = new ArrayList<>();
    private int left;

    Acknowledgements(Consumer<byte[]> consumer, int count) {
      this.consumer = consumer;
      this.settled = new CountDownLatch(count);
      this.left = count;
    }

    void add(MessageId id) {
      gathered.add(id);
      left--;
      if (gathered.size() == ACK_EACH || left == 0) {
        report(consumer.acknowledgeAsync(gathered), gathered.size(), settled);
        gathered = new ArrayList<>();
      }
    }
  }
}
