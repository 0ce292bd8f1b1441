package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.RedisConnections;
import com.babelqueue.connect.broker.redis.RedisFrame;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.PullReceiver;
import com.babelqueue.connect.source.SourceConfig;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives by the reliable list (RED-2 to RED-4): elements are moved from the head of a queue to a
 * processing list of this task's own, and removed from there when they are settled. One connection
 * per queue waits for elements, another settles.
 *
 * <p><b>Handles.</b> An element stays in the processing list whatever happens to a connection, so
 * there is one epoch for ever, and what was in flight when a connection broke is settled after it
 * is back. What the server had moved without our hearing of it is then found in the processing list
 * and goes back to the head of the queue. So does everything in it when a task starts: a crash left
 * it.
 *
 * <p><b>Order.</b> Elements leave a queue at the head and are handed back to the head, the oldest
 * last, so a queue that one task reads keeps its order.
 *
 * <p><b>Locks and counts.</b> Redis has neither: an element in a processing list is out of everyone
 * else's reach, and nobody counts how often it was delivered (RED-5).
 *
 * <p>Two tasks with one processing list would hand each other's messages back at every start. None
 * would be lost, many would come twice; connectors that share a Redis must differ in their names.
 */
final class ListReceiver extends PullReceiver {
  private static final long ONLY_EPOCH = 0;

  private static final int SETTLEMENT_BATCH = 200;

  /** Bounds by how much one pull can overshoot the bytes in flight. */
  private static final int MAX_PULL = 200;

  private static final Logger LOG = LoggerFactory.getLogger(ListReceiver.class);

  private final RedisSourceConfig config;
  private final RedisConnections connections;
  private final int pullBatch;

  /** By queue; owned by the engine's thread. */
  private final Map<String, Custody> custody = new LinkedHashMap<>();

  /** Written by the engine's thread before pull threads start; they read it. */
  private volatile Session session;

  /** Sessions whose commands the server may still carry out; owned by the engine's thread. */
  private final List<Session> ended = new ArrayList<>();

  ListReceiver(RedisSourceConfig config) {
    super(config.queues(), "redis-pull-" + config.clientName());
    this.config = config;
    this.connections = new RedisConnections(config.redis(), config.clientName());
    this.pullBatch = pullBatch(config);
    config.queues().forEach(queue -> custody.put(queue, new Custody()));
  }

  /** A queue that waits in vain must not keep the others from asking. */
  private static int pullBatch(RedisSourceConfig config) {
    int room =
        Math.min(
            config.getInt(SourceConfig.MAX_IN_FLIGHT_MESSAGES),
            config.getInt(SourceConfig.MAX_BATCH_RECORDS));
    return Math.max(1, Math.min(MAX_PULL, room / config.queues().size()));
  }

  @Override
  protected void connect() throws BrokerException {
    Session opened = Session.open(connections, config.lists());
    try {
      awaitSilence(opened);
      for (QueueLists lists : config.lists()) {
        restore(lists, opened.processing(lists.queue()));
      }
    } catch (BrokerException | RuntimeException e) {
      opened.close();
      ended.add(opened);
      throw e;
    }
    session = opened;
  }

  /**
   * A server that has not noticed the end of a connection still carries out what came over it. Only
   * when it does not is a processing list at rest. Where the user may not close connections, the
   * longest that a command can wait has to do.
   */
  private void awaitSilence(Session opened) throws BrokerException {
    boolean certain = true;
    for (Session earlier : ended) {
      certain &= opened.supersedes(earlier);
    }
    try {
      if (!certain) {
        TimeUnit.MILLISECONDS.sleep(ListPull.BLOCK.toMillis());
      }
      ended.clear();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage("interrupted while reconnecting", e);
    }
  }

  /** Brings a processing list into line with what this task has in hand. */
  private void restore(QueueLists lists, ProcessingList processing) throws BrokerException {
    processing.requireLists();
    Custody own = custody.get(lists.queue());
    long back;
    if (own.isEmpty()) {
      back = processing.sweep();
    } else {
      Custody.Findings findings = own.compare(processing.contents());
      processing.remove(findings.settled());
      own.nothingInDoubt();
      List<byte[]> strays = new ArrayList<>(findings.strays());
      Collections.reverse(strays);
      processing.putBack(strays);
      back = strays.size();
    }
    if (back > 0) {
      LOG.info(
          "{} messages that were left in list {} are back at the head of queue {}",
          back,
          lists.processing(),
          lists.queue());
    }
  }

  @Override
  protected List<Delivery> pull(String queue, int max) throws BrokerException {
    Session current = session;
    if (current == null) {
      return List.of();
    }
    List<byte[]> elements = current.pull(queue, max);
    List<Delivery> deliveries = new ArrayList<>(elements.size());
    for (byte[] element : elements) {
      deliveries.add(delivery(queue, element));
    }
    return deliveries;
  }

  private Delivery delivery(String queue, byte[] element) {
    RedisFrame frame = config.unwrapsFrames() ? RedisFrame.of(element) : RedisFrame.bare(element);
    boolean framed = frame.body() != element;
    return Delivery.of(queue, frame.body(), element, ONLY_EPOCH)
        .headers(frame.headers())
        // The whole frame is kept to be found again; its headers are about what is not the body.
        .overhead(framed ? 2 * element.length - frame.body().length : 0)
        .build();
  }

  @Override
  protected int pullBatch() {
    return pullBatch;
  }

  /** Says that the engine has these now. Engine's thread. */
  void handedOver(List<Delivery> deliveries) {
    byQueue(deliveries).forEach((queue, share) -> custody.get(queue).take(share));
  }

  @Override
  protected void disconnect() {
    Session current = session;
    if (current != null) {
      current.close();
      ended.add(current);
      session = null;
    }
  }

  @Override
  public long epoch() {
    return ONLY_EPOCH;
  }

  @Override
  public int settlementBatch() {
    return SETTLEMENT_BATCH;
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    Map<String, List<Delivery>> shares = byQueue(deliveries);
    Map<String, List<Custody.Removal>> removals = new HashMap<>();
    // All first: should the first call fail, the others are decided all the same.
    shares.forEach((queue, share) -> removals.put(queue, custody.get(queue).settling(share)));
    List<Unsettled> missing =
        settle(shares, (queue, share) -> session.processing(queue).remove(removals.get(queue)));
    shares.forEach((queue, share) -> custody.get(queue).settled(share));
    return missing;
  }

  /** Moves elements as they are, so the reason is lost; the list has no place for one (RED-10). */
  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    return letGo(deliveries, (queue, share) -> session.processing(queue).bury(elements(share)));
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    return letGo(deliveries, (queue, share) -> session.processing(queue).putBack(elements(share)));
  }

  private List<Unsettled> letGo(List<Delivery> deliveries, Move move) throws BrokerException {
    Map<String, List<Delivery>> shares = byQueue(deliveries);
    shares.forEach((queue, share) -> custody.get(queue).letGo(share));
    return settle(shares, move);
  }

  private List<Unsettled> settle(Map<String, List<Delivery>> shares, Move move)
      throws BrokerException {
    List<Unsettled> missing = new ArrayList<>();
    for (Map.Entry<String, List<Delivery>> share : shares.entrySet()) {
      List<Boolean> found = move.run(share.getKey(), share.getValue());
      missing.addAll(missing(share.getValue(), found));
    }
    return missing;
  }

  private static List<byte[]> elements(List<Delivery> deliveries) {
    return deliveries.stream().map(Custody::element).toList();
  }

  private static Map<String, List<Delivery>> byQueue(List<Delivery> deliveries) {
    Map<String, List<Delivery>> shares = new LinkedHashMap<>();
    for (Delivery delivery : deliveries) {
      shares.computeIfAbsent(delivery.queue(), queue -> new ArrayList<>()).add(delivery);
    }
    return shares;
  }

  private static List<Unsettled> missing(List<Delivery> deliveries, List<Boolean> found) {
    List<Unsettled> missing = new ArrayList<>();
    for (int i = 0; i < deliveries.size(); i++) {
      if (!found.get(i)) {
        missing.add(new Unsettled(deliveries.get(i), "it was not in its processing list any more"));
      }
    }
    return missing;
  }

  /** A way out of the processing list of a queue; says of each delivery whether it was there. */
  @FunctionalInterface
  private interface Move {
    List<Boolean> run(String queue, List<Delivery> share) throws BrokerException;
  }
}
