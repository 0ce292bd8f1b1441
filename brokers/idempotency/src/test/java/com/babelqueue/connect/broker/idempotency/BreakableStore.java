package com.babelqueue.connect.broker.idempotency;

import com.babelqueue.connect.broker.BrokerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A store that can be away, and notes what it is asked and told. */
final class BreakableStore implements IdempotencyStore {
  final Set<String> remembered = new TreeSet<>();
  final List<Set<String>> looks = new ArrayList<>();
  final List<List<String>> writes = new ArrayList<>();
  boolean away;
  boolean closed;

  @Override
  public Set<String> seen(Collection<String> ids) throws BrokerException {
    failWhenAway();
    looks.add(new TreeSet<>(ids));
    Set<String> seen = new HashSet<>(remembered);
    seen.retainAll(ids);
    return seen;
  }

  @Override
  public void remember(Collection<String> ids) throws BrokerException {
    failWhenAway();
    writes.add(List.copyOf(ids));
    remembered.addAll(ids);
  }

  @Override
  public void forget(String id) throws BrokerException {
    failWhenAway();
    remembered.remove(id);
  }

  @Override
  public void close() {
    closed = true;
  }

  private void failWhenAway() throws BrokerException {
    if (away) {
      throw BrokerException.outage("away", null);
    }
  }
}
