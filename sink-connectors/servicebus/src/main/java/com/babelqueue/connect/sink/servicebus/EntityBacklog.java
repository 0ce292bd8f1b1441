package com.babelqueue.connect.sink.servicebus;

import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.babelqueue.connect.sink.OutboundMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What waits for one queue or topic, in {@link OrderGroup}s.
 *
 * <p>When the entity refuses messages for now, everything that waits goes back to the engine with
 * them. What the engine had handed on before it could know is held off as well, until it begins
 * with what went back.
 *
 * <p>Owned by the session's thread.
 */
final class EntityBacklog {
  /** Before every call of the engine. */
  private static final long NO_CALL = -1;

  private final String name;
  private final ServiceBusSenderAsyncClient client;
  private final Map<Object, OrderGroup> groups = new HashMap<>();

  /** What went back since the entity refused messages. */
  private final Set<OutboundMessage> returned = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The last call of the engine that may hold messages which would overtake. */
  private long heldUpTo = NO_CALL;

  EntityBacklog(String name, ServiceBusSenderAsyncClient client) {
    this.name = name;
    this.client = client;
  }

  String name() {
    return name;
  }

  ServiceBusSenderAsyncClient client() {
    return client;
  }

  /**
   * Adds a message behind those of its group.
   *
   * @param call the number of the engine's call
   * @return null when it has to go back, since it would overtake a message that did
   */
  OrderGroup add(Outgoing outgoing, long call) {
    OutboundMessage message = outgoing.send().message();
    if (call > heldUpTo || returned.contains(message)) {
      heldUpTo = NO_CALL;
      returned.clear();
    } else {
      returned.add(message);
      return null;
    }
    OrderGroup group = groups.computeIfAbsent(outgoing.group(), key -> new OrderGroup(this, key));
    group.waiting().add(outgoing);
    return group;
  }

  /**
   * The entity refused messages: takes everything that waits.
   *
   * @param refused what goes back to the engine anyway
   * @param lastCall the last call of the engine that may not have known of it
   * @return what has to go back too
   */
  List<Outgoing> holdBack(List<Outgoing> refused, long lastCall) {
    heldUpTo = lastCall;
    List<Outgoing> back = takeWaiting();
    refused.forEach(outgoing -> returned.add(outgoing.send().message()));
    back.forEach(outgoing -> returned.add(outgoing.send().message()));
    return back;
  }

  /** Takes everything that waits. */
  List<Outgoing> takeWaiting() {
    List<Outgoing> taken = new ArrayList<>();
    for (OrderGroup group : groups.values()) {
      taken.addAll(group.waiting());
      group.clear();
    }
    groups.values().removeIf(group -> !group.isBusy());
    return taken;
  }

  /** Forgets a group that has nothing to send. */
  void remove(OrderGroup group) {
    groups.remove(group.key(), group);
  }

  /** Whether nothing waits or is under way. */
  boolean isIdle() {
    return groups.isEmpty();
  }
}
