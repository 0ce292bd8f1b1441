package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.idempotency.IdempotencyStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A store in memory that outlives an engine, and fails as long as a test says so. One thread. */
final class ScriptedStore implements IdempotencyStore {
  final Set<String> remembered = new LinkedHashSet<>();
  final List<Collection<String>> lookUps = new ArrayList<>();

  /** Null while all is well. */
  BrokerException failure;

  /** Runs before something is remembered. */
  Runnable onRemember = () -> {};

  int calls;
  int closes;

  @Override
  public Set<String> seen(Collection<String> ids) throws BrokerException {
    answer();
    lookUps.add(List.copyOf(ids));
    Set<String> seen = new LinkedHashSet<>(ids);
    seen.retainAll(remembered);
    return seen;
  }

  @Override
  public void remember(Collection<String> ids) throws BrokerException {
    answer();
    onRemember.run();
    remembered.addAll(ids);
  }

  @Override
  public void forget(String id) {
    remembered.remove(id);
  }

  private void answer() throws BrokerException {
    calls++;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    closes++;
  }
}
