package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.RedisFailures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.args.ListDirection;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Takes elements out of a task's processing list: for good, to the dead-letter list, or back to the
 * head of the queue.
 *
 * <p>An element is found by its content (RED-3). Of equal elements any may be taken, since nobody
 * can tell them apart. The search begins at the end that the element is nearer to, so that its cost
 * depends neither on the queue nor, while messages are settled about in order, on how many are in
 * flight, even if some stay behind; it never passes more elements than are in flight. Used by one
 * thread at a time; every call is bounded by the connection's timeout.
 */
final class ProcessingList {
  /** Bounds how long the server is busy with one transaction, and what one round trip carries. */
  private static final int CHUNK = 200;

  private final Connection connection;
  private final QueueLists lists;
  private final RedisFailures failures;
  private final byte[] queue;
  private final byte[] processing;
  private final byte[] deadLetter;

  ProcessingList(Connection connection, QueueLists lists, RedisFailures failures) {
    this.connection = connection;
    this.lists = lists;
    this.failures = failures;
    this.queue = lists.queueKey();
    this.processing = lists.processingKey();
    this.deadLetter = lists.deadLetterKey();
  }

  /**
   * Sees that each of the three keys holds a list or nothing.
   *
   * @throws BrokerException naming the setting whose key holds something else
   */
  void requireLists() throws BrokerException {
    length(queue, lists.queue(), RedisSourceConfig.QUEUES);
    length(processing, lists.processing(), RedisSourceConfig.PROCESSING_LIST);
    length(deadLetter, lists.deadLetter(), RedisSourceConfig.DEAD_LETTER_LIST);
  }

  private long length(byte[] key, String name, String setting) throws BrokerException {
    try {
      Pipeline pipeline = new Pipeline(connection);
      Response<Long> length = pipeline.llen(key);
      pipeline.sync();
      return length.get();
    } catch (JedisException e) {
      throw failures.inUse("looking at list " + name, setting, e);
    }
  }

  /**
   * Moves everything back to the head of the queue, in its order, without reading it.
   *
   * @return how many elements were moved
   */
  long sweep() throws BrokerException {
    long left = length(processing, lists.processing(), RedisSourceConfig.PROCESSING_LIST);
    long moved = 0;
    try {
      while (left > 0) {
        moved += moveLast((int) Math.min(left, CHUNK));
        left -= CHUNK;
      }
      return moved;
    } catch (JedisException e) {
      throw failed("handing back what was left in list " + lists.processing(), e);
    }
  }

  private int moveLast(int count) {
    Pipeline pipeline = new Pipeline(connection);
    List<Response<byte[]>> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(pipeline.lmove(processing, queue, ListDirection.RIGHT, ListDirection.LEFT));
    }
    pipeline.sync();
    int moved = 0;
    for (Response<byte[]> element : elements) {
      moved += element.get() == null ? 0 : 1;
    }
    return moved;
  }

  /** What is in the list now, from its head. */
  List<byte[]> contents() throws BrokerException {
    List<byte[]> all = new ArrayList<>();
    try {
      int page;
      do {
        Pipeline pipeline = new Pipeline(connection);
        Response<List<byte[]>> elements =
            pipeline.lrange(processing, all.size(), all.size() + CHUNK - 1L);
        pipeline.sync();
        page = elements.get().size();
        all.addAll(elements.get());
      } while (page == CHUNK);
      return all;
    } catch (JedisException e) {
      throw failed("reading list " + lists.processing(), e);
    }
  }

  /**
   * Removes elements.
   *
   * @return for each whether it was there
   */
  List<Boolean> remove(List<Custody.Removal> removals) throws BrokerException {
    return inChunks(removals, "settling messages", this::removeChunk);
  }

  private List<Boolean> removeChunk(List<Custody.Removal> removals) {
    Pipeline pipeline = new Pipeline(connection);
    List<Response<Long>> removed = new ArrayList<>(removals.size());
    for (Custody.Removal removal : removals) {
      removed.add(pipeline.lrem(processing, removal.isFromTail() ? -1 : 1, removal.element()));
    }
    pipeline.sync();
    return removed.stream().map(response -> response.get() > 0).toList();
  }

  /**
   * Moves elements to the head of the queue, as many at once as a transaction may carry.
   *
   * @param elements the newest first, so that the oldest ends at the head
   * @return for each whether it was there
   */
  List<Boolean> putBack(List<byte[]> elements) throws BrokerException {
    return inChunks(
        elements,
        "handing messages back",
        chunk -> ListMove.tailToHead(connection, processing, queue).run(chunk));
  }

  /**
   * Moves elements to the tail of the dead-letter list.
   *
   * @param elements in the order in which they were received
   * @return for each whether it was there
   */
  List<Boolean> bury(List<byte[]> elements) throws BrokerException {
    return inChunks(
        elements,
        "moving messages to list " + lists.deadLetter(),
        chunk -> ListMove.headToTail(connection, processing, deadLetter).run(chunk));
  }

  private <T> List<Boolean> inChunks(
      List<T> elements, String doing, Function<List<T>, List<Boolean>> call)
      throws BrokerException {
    List<Boolean> found = new ArrayList<>(elements.size());
    try {
      for (int from = 0; from < elements.size(); from += CHUNK) {
        found.addAll(call.apply(elements.subList(from, Math.min(from + CHUNK, elements.size()))));
      }
      return found;
    } catch (JedisException e) {
      throw failed(doing + " of queue " + lists.queue(), e);
    }
  }

  private BrokerException failed(String doing, JedisException e) {
    return failures.inUse(doing, RedisSourceConfig.QUEUES, e);
  }
}
