package com.babelqueue.connect.broker.sqs;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for calls to SQS, each of which waits for its answer. Stateless. */
public final class CallPool {
  private CallPool() {}

  /**
   * A pool of daemon threads.
   *
   * @param threads how many calls run at once
   * @param name what the threads' names begin with
   */
  public static ExecutorService of(int threads, String name) {
    AtomicInteger number = new AtomicInteger();
    return Executors.newFixedThreadPool(
        threads,
        task -> {
          Thread thread = new Thread(task, name + "-" + number.getAndIncrement());
          thread.setDaemon(true);
          return thread;
        });
  }
}
