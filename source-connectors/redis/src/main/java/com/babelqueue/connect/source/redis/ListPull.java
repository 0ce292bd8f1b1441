package com.babelqueue.connect.source.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.args.ListDirection;

/**
 * Moves elements from the head of a queue to the tail of a processing list (RED-2), as many as
 * asked for in one round trip, each of them atomically.
 *
 * <p>Every round trip ends by asking for the queue's length, so that the next one moves no more
 * than is there, and waits only where nothing is. What a server has moved is in the processing list
 * whether or not its answer arrives. Owned by the queue's pull thread.
 */
final class ListPull {
  /** Far below the second that a receiver may take, so that a stop is not held up. */
  static final Duration BLOCK = Duration.ofMillis(500);

  private static final double BLOCK_SECONDS = BLOCK.toMillis() / 1000.0;

  private final Connection connection;
  private final byte[] queue;
  private final byte[] processing;

  /** The queue's length when it was last asked for. */
  private long backlog;

  /**
   * @param connection used by nobody else; answers may take {@link #BLOCK} longer than usual
   */
  ListPull(Connection connection, QueueLists lists) {
    this.connection = connection;
    this.queue = lists.queueKey();
    this.processing = lists.processingKey();
  }

  /**
   * Moves what is there, or waits for the first element.
   *
   * @param max the most elements to move, at least 1
   * @return the elements in the queue's order; empty when none came in time
   * @throws redis.clients.jedis.exceptions.JedisException when the server refuses or is gone
   */
  List<byte[]> pull(int max) {
    List<byte[]> moved = new ArrayList<>();
    if (backlog == 0) {
      await(moved);
    }
    int more = (int) Math.min(backlog, max - moved.size());
    if (more > 0) {
      move(more, moved);
    }
    return moved;
  }

  private void await(List<byte[]> moved) {
    Pipeline pipeline = new Pipeline(connection);
    Response<byte[]> first =
        pipeline.blmove(queue, processing, ListDirection.LEFT, ListDirection.RIGHT, BLOCK_SECONDS);
    Response<Long> length = pipeline.llen(queue);
    pipeline.sync();
    add(first, moved);
    backlog = length.get();
  }

  private void move(int count, List<byte[]> moved) {
    Pipeline pipeline = new Pipeline(connection);
    List<Response<byte[]>> elements = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      elements.add(pipeline.lmove(queue, processing, ListDirection.LEFT, ListDirection.RIGHT));
    }
    Response<Long> length = pipeline.llen(queue);
    pipeline.sync();
    elements.forEach(element -> add(element, moved));
    backlog = length.get();
  }

  /** Another consumer may have been faster, so that there is nothing to add. */
  private static void add(Response<byte[]> response, List<byte[]> moved) {
    byte[] element = response.get();
    if (element != null) {
      moved.add(element);
    }
  }
}
