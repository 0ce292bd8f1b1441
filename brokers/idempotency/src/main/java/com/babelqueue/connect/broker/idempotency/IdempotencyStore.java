package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import java.util.Collection;
import java.util.Set;

/**
 * Remembers for a while which messages had their effect, by {@code meta.id} (IDM-1).
 *
 * <p>A store only answers what it was told; that an id is remembered after success and not before
 * is {@link Deduplicator}'s part. For one thread, the one that owns the deduplicator; a store that
 * several processes share is shared at the server.
 */
public interface IdempotencyStore extends AutoCloseable {
  /**
   * Which of these ids are remembered, in one round trip.
   *
   * @throws BrokerException when the store cannot be asked; nothing is known then (IDM-4)
   */
  Set<String> seen(Collection<String> ids) throws BrokerException;

  /**
   * Remembers ids for the time to live, from now; in one round trip.
   *
   * @throws BrokerException when the store may not have taken all of them
   */
  void remember(Collection<String> ids) throws BrokerException;

  /**
   * Forgets an id, so that its message has its effect once more (IDM-2).
   *
   * @throws BrokerException when the store cannot be reached
   */
  void forget(String id) throws BrokerException;

  /** Lets go of connections; what is remembered stays where it outlives the process. */
  @Override
  void close();
}
