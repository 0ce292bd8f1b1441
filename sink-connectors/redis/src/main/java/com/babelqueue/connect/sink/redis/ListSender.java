package com.babelqueue.connect.sink.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.NodeConnections;
import com.babelqueue.connect.broker.redis.RedisConnections;
import com.babelqueue.connect.broker.redis.RedisElement;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Pushes messages to the tails of lists (RED-1): the commands for all lists of a call are written
 * before the first reply is read. Used by one thread at a time.
 *
 * <p>A delay is rejected, since no list can keep one (DLY-2). A server's refusal that passes by
 * itself is a retry, a list that a record named and that is none a refusal; every other one is
 * judged by {@link com.babelqueue.connect.broker.redis.RedisFailures}, and a lost connection is an
 * outage after all replies that can still be read have been.
 */
final class ListSender implements Sender {
  private final RedisSinkConfig config;
  private final RedisConnections connections;

  /** Null while closed. */
  private NodeConnections nodes;

  /** Does not connect. */
  ListSender(RedisSinkConfig config) {
    this.config = config;
    this.connections = new RedisConnections(config.redis(), config.clientName());
  }

  /** Redis tells nothing outside of a reply, so {@code lost} is never called. */
  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    close();
    nodes = new NodeConnections(connections, RedisSinkConfig.QUEUE);
    boolean fixed = config.destination().isFixed();
    String list = fixed ? config.getString(RedisSinkConfig.QUEUE) : "";
    try {
      Connection connection = nodes.holding(list);
      if (fixed) {
        connection.executeCommand(new CommandArguments(Command.LLEN).add(list.getBytes(UTF_8)));
      }
    } catch (JedisException e) {
      close();
      throw failed("looking at list " + list, e);
    } catch (BrokerException e) {
      close();
      throw e;
    }
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    Collection<ListPush> pushes = pushes(sends);
    BrokerException failure = write(pushes);
    for (ListPush push : pushes) {
      if (push.isWritten()) {
        BrokerException other = settle(push);
        failure = failure == null ? other : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** What is to be pushed to each list; records that none can take get their outcome here. */
  private Collection<ListPush> pushes(List<Send> sends) {
    Map<String, ListPush> pushes = new LinkedHashMap<>();
    for (Send send : sends) {
      OutboundMessage message = send.message();
      byte[] element =
          config.writesFrames()
              ? RedisElement.of(message.body(), message.headers())
              : message.body();
      if (isDelayed(message.delay())) {
        send.rejected("delay", "a Redis list cannot keep a message back");
      } else if (element.length > config.maxElementBytes()) {
        send.rejected(
            "too_large",
            element.length
                + " bytes are more than "
                + RedisSinkConfig.MAX_ELEMENT_BYTES
                + " allows ("
                + config.maxElementBytes()
                + ")");
      } else {
        pushes.computeIfAbsent(message.destination(), ListPush::new).add(send, element);
      }
    }
    return pushes.values();
  }

  private static boolean isDelayed(Duration delay) {
    return delay != null && !delay.isZero() && !delay.isNegative();
  }

  /** Writes until a connection fails; null when none did. */
  private BrokerException write(Collection<ListPush> pushes) {
    for (ListPush push : pushes) {
      try {
        push.write(nodes.holding(push.list()));
      } catch (BrokerException e) {
        return e;
      } catch (JedisException e) {
        return failed("pushing to list " + push.list(), e);
      }
    }
    return null;
  }

  private BrokerException settle(ListPush push) {
    try {
      push.settle(config.destination().isFixed(), connections.failures());
      return null;
    } catch (BrokerException e) {
      return e;
    } catch (JedisException e) {
      return failed("pushing to list " + push.list(), e);
    }
  }

  private BrokerException failed(String doing, JedisException e) {
    return connections.failures().inUse(doing, RedisSinkConfig.QUEUE, e);
  }

  @Override
  public void close() {
    if (nodes != null) {
      nodes.close();
      nodes = null;
    }
  }
}
