package com.babelqueue.connect.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.RedisFailures;
import com.babelqueue.connect.sink.Send;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What one round trip pushes to one list: a single RPUSH of all its elements, which the server runs
 * whole or not at all, so that no failure can leave a later element before an earlier one. Used by
 * the task's thread.
 */
final class ListPush {
  /** States of a server that pass by themselves while the connection stays good. */
  private static final Set<String> PASSING = Set.of("OOM", "MISCONF", "NOREPLICAS", "BUSY");

  private static final String NO_LIST = "WRONGTYPE";

  private final String list;
  private final List<Send> sends = new ArrayList<>();
  private final List<byte[]> elements = new ArrayList<>();

  /** Null until it was written. */
  private Connection connection;

  ListPush(String list) {
    this.list = list;
  }

  String list() {
    return list;
  }

  void add(Send send, byte[] element) {
    sends.add(send);
    elements.add(element);
  }

  /**
   * Writes the command, without waiting for its reply.
   *
   * @throws redis.clients.jedis.exceptions.JedisException when the connection is lost
   */
  void write(Connection to) {
    CommandArguments command = new CommandArguments(Command.RPUSH).add(list.getBytes(UTF_8));
    elements.forEach(command::add);
    to.sendCommand(command);
    connection = to;
  }

  boolean isWritten() {
    return connection != null;
  }

  /**
   * Waits for the reply and reports what became of the sends.
   *
   * @param fixed whether every message goes to this list, so that a wrong one is a mistake in the
   *     settings and no fault of the record that names it
   * @throws BrokerException a refusal that is no record's fault; nothing is reported then
   * @throws redis.clients.jedis.exceptions.JedisException when the connection is lost
   */
  void settle(boolean fixed, RedisFailures failures) throws BrokerException {
    try {
      connection.getOne();
    } catch (JedisDataException e) {
      refused(e, fixed, failures);
      return;
    }
    sends.forEach(Send::sent);
  }

  private void refused(JedisDataException refusal, boolean fixed, RedisFailures failures)
      throws BrokerException {
    String said = String.valueOf(refusal.getMessage());
    String code = said.split(" ", 2)[0];
    if (PASSING.contains(code)) {
      sends.forEach(send -> send.retry(said));
    } else if (code.equals(NO_LIST) && !fixed) {
      sends.forEach(
          send -> send.refused("no_list", "key " + list + " holds something else than a list"));
    } else if (said.contains("invalid bulk length")) {
      throw BrokerException.misconfigured(
          RedisSinkConfig.MAX_ELEMENT_BYTES,
          "the server takes no element as large as one of those for list " + list,
          refusal);
    } else {
      throw failures.inUse("pushing to list " + list, RedisSinkConfig.QUEUE, refusal);
    }
  }
}
