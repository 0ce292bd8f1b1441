package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.redis.RedisConnections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.Connection;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The connections that live between a connect and a disconnect: one that waits for each queue, and
 * one that settles, in a cluster one per queue, since each may be on another node.
 *
 * <p>Built by the engine's thread; the maps do not change afterwards.
 */
final class Session {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  private final RedisConnections connections;
  private final List<Member> members = new ArrayList<>();
  private final Map<String, ListPull> pulls = new HashMap<>();
  private final Map<String, Connection> settling = new HashMap<>();
  private final Map<String, ProcessingList> processing = new HashMap<>();

  private Session(RedisConnections connections) {
    this.connections = connections;
  }

  static Session open(RedisConnections connections, List<QueueLists> queues)
      throws BrokerException {
    Session session = new Session(connections);
    try {
      Connection shared = null;
      for (QueueLists lists : queues) {
        if (shared == null || !connections.reachesAllKeys()) {
          shared = session.add(lists.queue(), Duration.ZERO);
        }
        session.settling.put(lists.queue(), shared);
        session.processing.put(
            lists.queue(), new ProcessingList(shared, lists, connections.failures()));
        Connection waiting = session.add(lists.queue(), ListPull.BLOCK);
        session.pulls.put(lists.queue(), new ListPull(waiting, lists));
      }
      return session;
    } catch (BrokerException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private Connection add(String queue, Duration blocking) throws BrokerException {
    Connection connection = connections.open(queue, blocking);
    try {
      members.add(new Member(queue, connection, ServerSide.of(connection)));
      return connection;
    } catch (JedisException e) {
      connection.close();
      throw failed("opening queue " + queue, e);
    }
  }

  /**
   * Sees that the server does nothing more for an earlier session.
   *
   * @return whether that is certain
   */
  boolean supersedes(Session earlier) throws BrokerException {
    boolean certain = true;
    for (Member member : earlier.members) {
      try {
        Connection same = settling.get(member.queue());
        certain &= member.serverSide().isPresent() && member.serverSide().get().close(same);
      } catch (JedisException e) {
        throw failed("closing an earlier connection for queue " + member.queue(), e);
      }
    }
    return certain;
  }

  /** Moves elements of a queue into its processing list. Pull thread of that queue. */
  List<byte[]> pull(String queue, int max) throws BrokerException {
    try {
      return pulls.get(queue).pull(max);
    } catch (JedisException e) {
      throw failed("receiving from queue " + queue, e);
    }
  }

  private BrokerException failed(String doing, JedisException e) {
    return connections.failures().inUse(doing, RedisSourceConfig.QUEUES, e);
  }

  /** What settles messages of a queue. Engine's thread. */
  ProcessingList processing(String queue) {
    return processing.get(queue);
  }

  /** Closes the connections; a pull under way fails. Never throws. */
  void close() {
    for (Member member : members) {
      try {
        member.connection().close();
      } catch (JedisException e) {
        LOG.debug("A connection for queue {} did not close in good order", member.queue(), e);
      }
    }
  }

  /**
   * One of the connections.
   *
   * @param queue on whose node it ends
   */
  private record Member(String queue, Connection connection, Optional<ServerSide> serverSide) {}
}
