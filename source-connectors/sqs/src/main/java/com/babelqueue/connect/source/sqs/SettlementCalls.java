package com.babelqueue.connect.source.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.sqs.CallPool;
import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsBinding;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import com.babelqueue.connect.source.sqs.SqsReceiver.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;

/**
 * Tells SQS what became of messages: in batches of ten, several of them at once, each entry with a
 * result of its own.
 *
 * <p>Called by the engine's thread, which waits for all calls of a list; the calls run on a small
 * pool. A list that fits one batch is sent on the calling thread.
 */
final class SettlementCalls implements AutoCloseable {
  private final SqsClients clients;
  private final ExecutorService pool;
  private final int threads;

  /** How long one call may take before it is given up; the client's own bound comes first. */
  private final Duration callLimit;

  SettlementCalls(SqsClients clients, SqsSourceConfig config) {
    this.clients = clients;
    this.threads = config.settleThreads();
    this.callLimit = config.settings().requestTimeout().plusSeconds(1);
    this.pool =
        CallPool.of(threads, "sqs-settle-" + config.connectorName() + "-" + config.taskId());
  }

  /**
   * Deletes messages.
   *
   * @return those that SQS would not delete, with its code
   * @throws BrokerException when no call succeeded, or a setting is at fault
   */
  List<Unsettled> delete(List<Delivery> deliveries) throws BrokerException {
    return send(deliveries, "deleting from queue ", this::deleteBatch);
  }

  /**
   * Makes messages visible after a time that depends on their queue.
   *
   * @return those that SQS would not change, with its code
   * @throws BrokerException when no call succeeded, or a setting is at fault
   */
  List<Unsettled> changeVisibility(
      List<Delivery> deliveries, Function<ResolvedQueue, Duration> timeout) throws BrokerException {
    return send(
        deliveries,
        "changing visibility in queue ",
        (queue, batch) -> changeBatch(queue, batch, (int) timeout.apply(queue).toSeconds()));
  }

  /** Abandons calls under way. */
  @Override
  public void close() {
    pool.shutdownNow();
  }

  private List<BatchResultErrorEntry> deleteBatch(ResolvedQueue queue, List<Delivery> batch) {
    List<DeleteMessageBatchRequestEntry> entries =
        IntStream.range(0, batch.size())
            .mapToObj(
                i ->
                    DeleteMessageBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(Receipt.of(batch.get(i)).handle())
                        .build())
            .toList();
    return clients
        .sqs()
        .deleteMessageBatch(request -> request.queueUrl(queue.url()).entries(entries))
        .failed();
  }

  private List<BatchResultErrorEntry> changeBatch(
      ResolvedQueue queue, List<Delivery> batch, int seconds) {
    List<ChangeMessageVisibilityBatchRequestEntry> entries =
        IntStream.range(0, batch.size())
            .mapToObj(
                i ->
                    ChangeMessageVisibilityBatchRequestEntry.builder()
                        .id(Integer.toString(i))
                        .receiptHandle(Receipt.of(batch.get(i)).handle())
                        .visibilityTimeout(seconds)
                        .build())
            .toList();
    return clients
        .sqs()
        .changeMessageVisibilityBatch(request -> request.queueUrl(queue.url()).entries(entries))
        .failed();
  }

  private List<Unsettled> send(List<Delivery> deliveries, String verb, BatchCall call)
      throws BrokerException {
    List<List<Delivery>> batches = batches(deliveries);
    List<Callable<List<Unsettled>>> calls = new ArrayList<>();
    for (List<Delivery> batch : batches) {
      calls.add(() -> sendOne(batch, verb, call));
    }
    if (calls.size() == 1) {
      return sendOne(batches.get(0), verb, call);
    }
    return gather(batches, invoke(calls));
  }

  private List<Unsettled> sendOne(List<Delivery> batch, String verb, BatchCall call)
      throws BrokerException {
    ResolvedQueue queue = Receipt.of(batch.get(0)).queue();
    try {
      return call.send(queue, batch).stream()
          .map(entry -> new Unsettled(batch.get(Integer.parseInt(entry.id())), entry.code()))
          .toList();
    } catch (SdkException e) {
      throw clients.failure(verb + queue.name(), e);
    }
  }

  private List<Future<List<Unsettled>>> invoke(List<Callable<List<Unsettled>>> calls)
      throws BrokerException {
    int rounds = (calls.size() + threads - 1) / threads;
    try {
      return pool.invokeAll(
          calls, callLimit.multipliedBy(rounds).toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage("settlement was interrupted", e);
    }
  }

  /**
   * Collects all results. Where some calls succeeded, a failed one counts as so many unsettled
   * messages: to report the whole list as failed would make duplicates of what was settled.
   */
  private static List<Unsettled> gather(
      List<List<Delivery>> batches, List<Future<List<Unsettled>>> results) throws BrokerException {
    List<Unsettled> unsettled = new ArrayList<>();
    BrokerException outage = null;
    int failures = 0;
    for (int i = 0; i < batches.size(); i++) {
      try {
        unsettled.addAll(result(results.get(i)));
      } catch (BrokerException e) {
        if (!e.isRetriable()) {
          throw e;
        }
        outage = e;
        failures++;
        batches.get(i).forEach(one -> unsettled.add(new Unsettled(one, e.getMessage())));
      }
    }
    if (failures == batches.size() && outage != null) {
      throw outage;
    }
    return unsettled;
  }

  private static List<Unsettled> result(Future<List<Unsettled>> future) throws BrokerException {
    try {
      return future.get();
    } catch (CancellationException e) {
      throw BrokerException.outage("SQS did not answer in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage("settlement was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BrokerException broker) {
        throw broker;
      }
      throw new IllegalStateException("a settlement call failed unexpectedly", e.getCause());
    }
  }

  /**
   * Batches of one queue each, at most {@link SqsBinding#MAX_BATCH} long, in the order of the list.
   */
  private static List<List<Delivery>> batches(List<Delivery> deliveries) {
    Map<ResolvedQueue, List<Delivery>> byQueue = new LinkedHashMap<>();
    for (Delivery delivery : deliveries) {
      byQueue
          .computeIfAbsent(Receipt.of(delivery).queue(), queue -> new ArrayList<>())
          .add(delivery);
    }
    List<List<Delivery>> batches = new ArrayList<>();
    for (List<Delivery> ofQueue : byQueue.values()) {
      for (int from = 0; from < ofQueue.size(); from += SqsBinding.MAX_BATCH) {
        batches.add(ofQueue.subList(from, Math.min(from + SqsBinding.MAX_BATCH, ofQueue.size())));
      }
    }
    return batches;
  }

  /** One batch call; returns the entries that failed. */
  @FunctionalInterface
  private interface BatchCall {
    List<BatchResultErrorEntry> send(ResolvedQueue queue, List<Delivery> batch);
  }
}
