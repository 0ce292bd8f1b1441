package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.MessageId;

/**
 * Tells Pulsar what became of messages and waits, for a bounded time, until it has stored that.
 *
 * <p>What gets no answer in time is handed back: if the acknowledgement was stored after all, that
 * changes nothing, and if not, the cluster delivers the message again. Owned by the engine's
 * thread.
 */
final class Settlement {
  /** All of a call's answers come within it or count as missing. */
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final PulsarSession session;

  Settlement(PulsarSession session) {
    this.session = session;
  }

  /** Acknowledges exactly these, also within a producer's batch. */
  List<Unsettled> acknowledge(List<Delivery> deliveries) {
    Map<Integer, List<Delivery>> bySource = new LinkedHashMap<>();
    for (Delivery delivery : deliveries) {
      bySource
          .computeIfAbsent(Receipt.of(delivery).source(), source -> new ArrayList<>())
          .add(delivery);
    }
    Map<List<Delivery>, CompletableFuture<Void>> answers = new LinkedHashMap<>();
    bySource.forEach(
        (source, list) -> {
          List<MessageId> ids = list.stream().map(one -> Receipt.of(one).id()).toList();
          answers.put(list, consumer(list.get(0)).acknowledgeAsync(ids));
        });
    List<Unsettled> failed = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    answers.forEach(
        (list, answer) -> {
          String reason = failure(answer, deadline);
          if (reason != null) {
            list.forEach(one -> failed.add(new Unsettled(one, reason)));
          }
        });
    giveBack(failed);
    return failed;
  }

  /** Copies these to their dead-letter topics and acknowledges those whose copy is stored. */
  List<Unsettled> reject(List<Delivery> deliveries, String reason) {
    List<CompletableFuture<MessageId>> copies =
        deliveries.stream().map(one -> session.deadLetters().send(one, reason)).toList();
    List<Unsettled> failed = new ArrayList<>();
    List<Delivery> copied = new ArrayList<>();
    long deadline = System.nanoTime() + LIMIT.toNanos();
    for (int i = 0; i < deliveries.size(); i++) {
      String problem = failure(copies.get(i), deadline);
      if (problem == null) {
        copied.add(deliveries.get(i));
      } else {
        failed.add(new Unsettled(deliveries.get(i), "no dead-letter copy: " + problem));
      }
    }
    giveBack(failed);
    failed.addAll(acknowledge(copied));
    return failed;
  }

  /** Hands these back, to be delivered again soon. */
  void release(List<Delivery> deliveries) {
    for (Delivery delivery : deliveries) {
      consumer(delivery).negativeAcknowledge(Receipt.of(delivery).id());
    }
  }

  private void giveBack(List<Unsettled> failed) {
    release(failed.stream().map(Unsettled::delivery).toList());
  }

  private Consumer<byte[]> consumer(Delivery delivery) {
    return session.subscription(Receipt.of(delivery).source()).consumer();
  }

  /** Null when the answer is good. */
  private static String failure(CompletableFuture<?> answer, long deadline) {
    try {
      answer.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      return null;
    } catch (ExecutionException e) {
      return e.getCause().getClass().getSimpleName();
    } catch (CancellationException | TimeoutException e) {
      return "no answer within " + LIMIT.toSeconds() + " s";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }
}
