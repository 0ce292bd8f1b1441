package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Moves named elements from a list to another in one transaction and one round trip.
 *
 * <p>A transaction of Redis does not roll back: were the target no list, the elements would be gone
 * from the source all the same, so they are then put back to its tail. Used by one thread.
 */
final class ListMove {
  private final Connection connection;
  private final byte[] source;
  private final byte[] searched;
  private final Command push;
  private final byte[] target;

  private ListMove(
      Connection connection, byte[] source, int searched, Command push, byte[] target) {
    this.connection = connection;
    this.source = source;
    this.searched = Integer.toString(searched).getBytes(UTF_8);
    this.push = push;
    this.target = target;
  }

  /** Looks for each element from the source's tail and puts it before the target's head. */
  static ListMove tailToHead(Connection connection, byte[] source, byte[] target) {
    return new ListMove(connection, source, -1, Command.LPUSH, target);
  }

  /** Looks for each element from the source's head and puts it behind the target's tail. */
  static ListMove headToTail(Connection connection, byte[] source, byte[] target) {
    return new ListMove(connection, source, 1, Command.RPUSH, target);
  }

  /**
   * Moves elements, one after the other.
   *
   * @return for each whether it was in the source; one that was not is in the target all the same
   * @throws redis.clients.jedis.exceptions.JedisException when the server refuses, and the source
   *     still has all it had, or when it is gone
   */
  List<Boolean> run(List<byte[]> elements) {
    Pipeline pipeline = new Pipeline(connection);
    List<Response<Object>> queued = new ArrayList<>(elements.size() + 2);
    queued.add(pipeline.sendCommand(new CommandArguments(Command.MULTI)));
    for (byte[] element : elements) {
      queued.add(pipeline.sendCommand(Command.LREM, source, searched, element));
    }
    queued.add(pipeline.sendCommand(push, withKey(target, elements)));
    Response<Object> executed = pipeline.sendCommand(new CommandArguments(Command.EXEC));
    pipeline.sync();
    // A command that was not even queued says why; EXEC would only say that it gave up.
    queued.forEach(Response::get);
    return found(elements, (List<?>) executed.get());
  }

  private List<Boolean> found(List<byte[]> elements, List<?> replies) {
    List<Boolean> found = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      found.add(replies.get(i) instanceof Long removed && removed > 0);
    }
    for (Object reply : replies) {
      if (reply instanceof JedisDataException refusal) {
        restore(elements, found);
        throw refusal;
      }
    }
    return found;
  }

  private void restore(List<byte[]> elements, List<Boolean> found) {
    List<byte[]> gone = new ArrayList<>(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      if (found.get(i)) {
        gone.add(elements.get(i));
      }
    }
    if (!gone.isEmpty()) {
      Pipeline pipeline = new Pipeline(connection);
      pipeline.sendCommand(Command.RPUSH, withKey(source, gone));
      pipeline.sync();
    }
  }

  private static byte[][] withKey(byte[] key, List<byte[]> elements) {
    List<byte[]> arguments = new ArrayList<>(elements.size() + 1);
    arguments.add(key);
    arguments.addAll(elements);
    return arguments.toArray(new byte[0][]);
  }
}
