package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.broker.sqs.SqsQueue;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.config.ConfigException;

/**
 * The queues that records go to, each looked up once. A queue that a template names and that does
 * not exist is asked for again after a while, since it may be created meanwhile.
 *
 * <p>Looked up on the task's thread; a queue may be forgotten on any.
 */
final class Destinations {
  private static final Duration MISSING_FOR = Duration.ofSeconds(10);

  /** A template over a header can name without end; past this the cache begins anew. */
  private static final int MAX_CACHED = 10_000;

  private final SqsSinkConfig config;
  private final SqsClients clients;
  private final Clock clock;
  private final Map<String, LookUp> cache = new ConcurrentHashMap<>();

  Destinations(SqsSinkConfig config, SqsClients clients, Clock clock) {
    this.config = config;
    this.clients = clients;
    this.clock = clock;
  }

  /**
   * Looks for the queue that the settings fix; where they fix none, makes sure that SQS answers.
   *
   * @throws BrokerException when the queue does not exist or does not fit the settings, or SQS
   *     cannot be reached
   */
  void check() throws BrokerException {
    Optional<SqsQueue> fixed = config.fixedQueue();
    if (fixed.isEmpty()) {
      clients.reach();
      return;
    }
    ResolvedQueue queue = clients.resolve(fixed.get());
    if (config.contentBasedDeduplication() && !queue.contentDeduplication()) {
      throw BrokerException.misconfigured(
          SqsSinkConfig.CONTENT_DEDUPLICATION,
          "queue " + queue.name() + " has no content-based deduplication",
          null);
    }
    cache.put(config.getString(SqsSinkConfig.QUEUE), new LookUp(queue, Long.MAX_VALUE));
  }

  /**
   * The queue of a message. Calls SQS the first time that a queue is named, and again while it is
   * missing.
   *
   * @return null when there is no such queue
   * @throws BrokerException when it may not be seen, or SQS cannot be reached
   */
  ResolvedQueue find(String destination) throws BrokerException {
    LookUp known = cache.get(destination);
    if (known == null || known.until() <= clock.millis()) {
      known = lookUp(destination);
      if (cache.size() >= MAX_CACHED) {
        cache.clear();
      }
      cache.put(destination, known);
    }
    return known.queue();
  }

  private LookUp lookUp(String destination) throws BrokerException {
    SqsQueue reference;
    try {
      reference = SqsQueue.parse(SqsSinkConfig.QUEUE, destination);
    } catch (ConfigException e) {
      return new LookUp(null, Long.MAX_VALUE);
    }
    Optional<ResolvedQueue> found = clients.find(reference);
    return found.isPresent()
        ? new LookUp(found.get(), Long.MAX_VALUE)
        : new LookUp(null, clock.millis() + MISSING_FOR.toMillis());
  }

  /**
   * Takes note that SQS has no such queue any more.
   *
   * @return whether that is a fault of the records that name it, and not of the settings
   */
  boolean forget(ResolvedQueue queue) {
    cache.values().removeIf(known -> queue.equals(known.queue()));
    return !config.destination().isFixed();
  }

  /**
   * What SQS said.
   *
   * @param queue null when there is none
   * @param until when to ask again, in ms of the clock
   */
  private record LookUp(ResolvedQueue queue, long until) {}
}
