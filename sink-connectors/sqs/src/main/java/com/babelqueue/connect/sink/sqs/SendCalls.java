package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.sqs.CallPool;
import com.babelqueue.connect.sink.sqs.BatchCall.Again;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/**
 * Keeps several batches under way at once, on a small pool. A thread of it makes a batch only when
 * it is free to send it, so that batches are as full as the load allows and none waits to fill.
 *
 * <p>The first call that fails as a whole ends the work: nothing more is sent, so that nothing
 * overtakes, and what has no outcome is the engine's to repeat. Messages are added by the task's
 * thread; outcomes come on the pool's threads.
 */
final class SendCalls implements AutoCloseable {
  private final BatchCall call;
  private final SqsSinkConfig config;
  private final Consumer<BrokerException> lost;
  private final ExecutorService pool;

  private final Object lock = new Object();

  /** By queue URL, in the order in which their turn comes. Guarded by lock. */
  private final Map<String, Backlog> queues = new LinkedHashMap<>();

  /** How many threads of the pool send or are about to. Guarded by lock. */
  private int running;

  /** How often the engine has handed messages on. Guarded by lock. */
  private long calls;

  /** Guarded by lock. */
  private boolean ended;

  /** What ended the work; null when nothing failed. Guarded by lock. */
  private BrokerException failure;

  /**
   * @param lost takes the failure that ends the work, once, on a thread of the pool
   */
  SendCalls(BatchCall call, SqsSinkConfig config, Consumer<BrokerException> lost) {
    this.call = call;
    this.config = config;
    this.lost = lost;
    this.pool =
        CallPool.of(
            config.sendThreads(), "sqs-send-" + config.connectorName() + "-" + config.taskId());
  }

  /**
   * Takes messages of one call of the engine, in order. Does not wait for SQS.
   *
   * @throws BrokerException the failure that has ended the work
   */
  void add(List<Entry> entries) throws BrokerException {
    List<Again> held = new ArrayList<>();
    synchronized (lock) {
      if (failure != null) {
        throw failure;
      }
      calls++;
      queues.values().forEach(backlog -> backlog.beginCall(calls));
      for (Entry entry : entries) {
        if (!backlog(entry).add(entry, calls)) {
          held.add(new Again(entry, Again.FOLLOWS));
        }
      }
      startThreads();
    }
    giveBack(held);
  }

  private Backlog backlog(Entry entry) {
    return queues.computeIfAbsent(
        entry.queue().url(),
        url -> new Backlog(config.batchBytes(entry.queue().maxMessageBytes())));
  }

  /** As many as there are batches for. Called with the lock held. */
  private void startThreads() {
    int batches = 0;
    for (Backlog backlog : queues.values()) {
      batches += backlog.batches();
    }
    for (; running < Math.min(batches, config.sendThreads()); running++) {
      pool.execute(this::work);
    }
  }

  private void work() {
    for (List<Entry> batch = next(); !batch.isEmpty(); batch = next()) {
      try {
        settle(batch, call.send(batch));
      } catch (BrokerException e) {
        end(e);
      } catch (RuntimeException e) {
        end(
            BrokerException.outage(
                "sending to queue " + batch.get(0).queue().name() + " failed unexpectedly", e));
      }
    }
  }

  /** The next batch, of the queue whose turn it is; empty when this thread is not needed. */
  private List<Entry> next() {
    synchronized (lock) {
      List<Entry> batch = ended ? List.of() : take();
      if (batch.isEmpty()) {
        running--;
      }
      return batch;
    }
  }

  private List<Entry> take() {
    Iterator<Map.Entry<String, Backlog>> turns = queues.entrySet().iterator();
    while (turns.hasNext()) {
      Map.Entry<String, Backlog> turn = turns.next();
      String queue = turn.getKey();
      Backlog backlog = turn.getValue();
      List<Entry> batch = backlog.take();
      boolean idle = backlog.isIdle();
      if (idle || !batch.isEmpty()) {
        turns.remove();
      }
      if (!batch.isEmpty()) {
        if (!idle) {
          queues.put(queue, backlog);
        }
        return batch;
      }
    }
    return List.of();
  }

  private void settle(List<Entry> batch, List<Again> failed) {
    List<Again> again = new ArrayList<>(failed);
    synchronized (lock) {
      // A standard queue's backlog is gone when nothing waits in it.
      Backlog backlog = queues.get(batch.get(0).queue().url());
      if (backlog != null) {
        for (Again one : failed) {
          backlog
              .holdBack(one.entry(), calls + 1)
              .forEach(behind -> again.add(new Again(behind, Again.FOLLOWS)));
        }
        backlog.done(batch);
        startThreads();
      }
    }
    giveBack(again);
  }

  /** Outside of the lock, since the engine's code runs. */
  private static void giveBack(List<Again> again) {
    again.forEach(one -> one.entry().send().retry(one.reason()));
  }

  private void end(BrokerException cause) {
    synchronized (lock) {
      if (ended) {
        return;
      }
      ended = true;
      failure = cause;
      queues.clear();
    }
    lost.accept(cause);
  }

  /** Abandons calls under way; their messages may or may not arrive. */
  @Override
  public void close() {
    synchronized (lock) {
      ended = true;
      queues.clear();
    }
    pool.shutdownNow();
  }
}
