package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.idempotency.IdempotencyStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A store in memory that fails when a test says so. */
final class ScriptedStore implements IdempotencyStore {
  /** What it remembers. */
  final Set<String> ids = new LinkedHashSet<>();

  /** The ids of every look-up, failed ones included. */
  final List<Set<String>> lookUps = new ArrayList<>();

  /** How often it was told something. */
  int told;

  /** Thrown by every look-up; null for none. */
  BrokerException seenFails;

  /** Thrown whenever it is told something; null for nothing. */
  BrokerException rememberFails;

  boolean closed;

  static BrokerException away() {
    return BrokerException.outage("the store is away", null);
  }

  @Override
  public Set<String> seen(Collection<String> asked) throws BrokerException {
    lookUps.add(Set.copyOf(asked));
    if (seenFails != null) {
      throw seenFails;
    }
    Set<String> seen = new HashSet<>(asked);
    seen.retainAll(ids);
    return seen;
  }

  @Override
  public void remember(Collection<String> more) throws BrokerException {
    told++;
    if (rememberFails != null) {
      throw rememberFails;
    }
    ids.addAll(more);
  }

  @Override
  public void forget(String id) {
    ids.remove(id);
  }

  @Override
  public void close() {
    closed = true;
  }
}
