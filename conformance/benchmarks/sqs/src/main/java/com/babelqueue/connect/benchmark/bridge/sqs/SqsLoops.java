package com.babelqueue.connect.benchmark.bridge.sqs;

import com.babelqueue.connect.benchmark.bridge.BareLoopMain;
import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Receives of ten by one thread, and batches of ten deleted or sent by four, which is what the
 * connectors do by default.
 */
public final class SqsLoops implements BareLoops {
  static final int BATCH = 10;

  private static final int THREADS = 4;
  private static final int IN_FLIGHT = 2_000;
  private static final long LIMIT_MINUTES = 20;

  private final ExecutorService calls =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "sqs-calls");
            thread.setDaemon(true);
            return thread;
          });
  private SqsClient client;
  private Map<String, MessageAttributeValue> attributes = Map.of();

  @Override
  public void connect(Map<String, String> address) {
    client = SqsBenched.connect(address);
  }

  @Override
  public void learn(String queue) {
    String url = SqsBenched.url(client, queue);
    attributes =
        client
            .receiveMessage(request -> request.queueUrl(url).messageAttributeNames("All"))
            .messages()
            .get(0)
            .messageAttributes();
  }

  @Override
  public void source(String queue, int count, BareTopic topic) throws Exception {
    String url = SqsBenched.url(client, queue);
    Semaphore room = new Semaphore(IN_FLIGHT);
    Deletes deletes = new Deletes(url, count, room);
    int received = 0;
    while (received < count) {
      room.acquire(BATCH);
      List<Message> messages =
          client
              .receiveMessage(
                  request -> request.queueUrl(url).maxNumberOfMessages(BATCH).waitTimeSeconds(1))
              .messages();
      room.release(BATCH - messages.size());
      for (Message message : messages) {
        topic.send(
            message.body().getBytes(StandardCharsets.UTF_8),
            () -> deletes.add(message.receiptHandle()));
      }
      received += messages.size();
    }
    if (!deletes.settled.await(LIMIT_MINUTES, TimeUnit.MINUTES)) {
      throw new IOException("queue " + queue + " is not empty after " + LIMIT_MINUTES + " minutes");
    }
  }

  @Override
  public void sink(String queue, int count, Consumer<byte[], byte[]> consumer) throws Exception {
    String url = SqsBenched.url(client, queue);
    Semaphore room = new Semaphore(IN_FLIGHT);
    List<SendMessageBatchRequestEntry> batch = new ArrayList<>();
    int polled = 0;
    while (polled < count) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        room.acquire();
        batch.add(
            SqsBenched.entry(batch.size(), new String(record.value(), StandardCharsets.UTF_8))
                .copy(entry -> entry.messageAttributes(attributes)));
        polled++;
        if (batch.size() == BATCH || polled == count) {
          List<SendMessageBatchRequestEntry> entries = List.copyOf(batch);
          batch.clear();
          call(
              () -> client.sendMessageBatch(request -> request.queueUrl(url).entries(entries)),
              () -> room.release(entries.size()));
        }
      }
    }
    if (!room.tryAcquire(IN_FLIGHT, LIMIT_MINUTES, TimeUnit.MINUTES)) {
      throw new IOException("not everything was sent to queue " + queue);
    }
  }

  private void call(Runnable call, Runnable done) {
    calls.execute(
        () -> {
          try {
            call.run();
            done.run();
          } catch (RuntimeException e) {
            BareLoopMain.fail(e);
          }
        });
  }

  @Override
  public void close() {
    calls.shutdown();
    client.close();
  }

  /** Gathers what Kafka has acknowledged, on the producer's thread, into batches to delete. */
  private final class Deletes {
    private final String url;
    private final Semaphore room;
    private final CountDownLatch settled;
    private final List<DeleteMessageBatchRequestEntry> batch = new ArrayList<>();
    private int left;

    Deletes(String url, int count, Semaphore room) {
      this.url = url;
      this.room = room;
      this.settled = new CountDownLatch(count);
      this.left = count;
    }

    void add(String handle) {
      batch.add(
          DeleteMessageBatchRequestEntry.builder()
              .id(Integer.toString(batch.size()))
              .receiptHandle(handle)
              .build());
      left--;
      if (batch.size() == BATCH || left == 0) {
        List<DeleteMessageBatchRequestEntry> entries = List.copyOf(batch);
        batch.clear();
        call(
            () -> client.deleteMessageBatch(request -> request.queueUrl(url).entries(entries)),
            () -> {
              room.release(entries.size());
              entries.forEach(entry -> settled.countDown());
            });
      }
    }
  }
}
