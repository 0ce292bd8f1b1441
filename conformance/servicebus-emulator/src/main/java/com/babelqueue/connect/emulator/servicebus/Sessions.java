package com.babelqueue.connect.emulator.servicebus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which sessions of an entity are locked, by whom and for how long. Owned by the server's thread.
 */
final class Sessions {
  private final Map<String, Held> held = new HashMap<>();

  boolean isFree(String sessionId) {
    return !held.containsKey(sessionId);
  }

  void lock(String sessionId, ReceiverLink holder, Instant until) {
    held.put(sessionId, new Held(holder, until));
  }

  /** Null when nobody holds it. */
  Instant lockedUntil(String sessionId) {
    Held session = held.get(sessionId);
    return session == null ? null : session.until();
  }

  /** Whether it was held and is locked until then now. */
  boolean renew(String sessionId, Instant until) {
    return held.computeIfPresent(sessionId, (id, session) -> new Held(session.holder(), until))
        != null;
  }

  void free(ReceiverLink holder) {
    held.values().removeIf(session -> session.holder() == holder);
  }

  /** Frees the sessions whose time is up and returns those who held them. */
  List<ReceiverLink> expire(Instant now) {
    List<ReceiverLink> expired = new ArrayList<>();
    held.values()
        .removeIf(session -> session.until().isBefore(now) && expired.add(session.holder()));
    return expired;
  }

  private record Held(ReceiverLink holder, Instant until) {}
}
