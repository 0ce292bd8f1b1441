package com.babelqueue.connect.benchmark.bridge;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Messages on their way from one side to the other, watched from outside. One thread. */
interface Crossing {
  /** How many cross. */
  int count();

  /** How many have arrived. */
  long arrived() throws Exception;

  /** Whether the side that they came from has forgotten all of them. */
  boolean settled() throws Exception;

  /**
   * Watches until all have arrived and are settled. What had arrived before the first look was
   * moved before the clock ran, so the time is that of the others, extended to all.
   *
   * @param pid the process that moves them
   * @param health throws when that process has failed; looked at now and then
   */
  default Move watch(long pid, Health health) throws Exception {
    long begin = System.nanoTime();
    Duration cpuBefore = cpu(pid);
    long early = arrived();
    awaitArrived(1, health);
    long first = early > 0 ? 0 : System.nanoTime() - begin;
    awaitArrived(count(), health);
    Watch.until("all " + count() + " are settled", this::settled);
    return new Move(System.nanoTime() - begin, cpu(pid).minus(cpuBefore), first)
        .extended(count() - early, count());
  }

  /** Rare, since each look is a request that the worker answers. */
  long HEALTH_NANOS = TimeUnit.SECONDS.toNanos(10);

  private void awaitArrived(long wanted, Health health) throws Exception {
    long[] looked = {System.nanoTime()};
    Watch.until(
        wanted + " of " + count() + " arrived",
        () -> {
          if (System.nanoTime() - looked[0] > HEALTH_NANOS) {
            looked[0] = System.nanoTime();
            health.check();
          }
          return arrived() >= wanted;
        });
  }

  private static Duration cpu(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().totalCpuDuration())
        .orElse(Duration.ZERO);
  }

  /** Throws when what moves the messages has failed. */
  @FunctionalInterface
  interface Health {
    void check() throws Exception;
  }

  /**
   * From queues into a topic.
   *
   * @param topic its name
   * @param queues their names
   */
  record ToTopic(
      BenchedTopics topics, String topic, BenchedBroker broker, List<String> queues, int count)
      implements Crossing {
    @Override
    public long arrived() throws Exception {
      return topics.size(topic);
    }

    @Override
    public boolean settled() throws Exception {
      for (String queue : queues) {
        if (broker.depth(queue) > 0) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * From a topic into a queue; the topic forgets nothing.
   *
   * @param queue its name
   */
  record ToQueue(BenchedBroker broker, String queue, int count) implements Crossing {
    @Override
    public long arrived() throws Exception {
      return broker.depth(queue);
    }

    @Override
    public boolean settled() {
      return true;
    }
  }
}
