package com.babelqueue.connect.sink.rabbitmq;

import com.babelqueue.connect.sink.Send;
import com.rabbitmq.client.Return;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What was published on one channel and not yet confirmed, by publish sequence number, and what the
 * broker says of it.
 *
 * <p>A return names no sequence number, and nothing may be added to the message to carry one. But a
 * channel handles publishes in their order: returns come in it too, and each before its confirm. So
 * a return belongs to the first publish behind the last returned one that has the same exchange,
 * routing key and body; where two are the same in all of that, either stands for the other. What
 * was returned has no route, whether the broker then confirms it positively (RabbitMQ) or
 * negatively (Qpid).
 *
 * <p>Thread-safe: the task's thread adds, the client's thread brings what the broker says, one at a
 * time and in the order of the wire. Outcomes are reported without any lock held.
 */
final class UnconfirmedPublishes {
  private final Object lock = new Object();

  /** Guarded by {@link #lock}. */
  private final NavigableMap<Long, Publish> publishes = new TreeMap<>();

  /** The last publish that came back; guarded by {@link #lock}. */
  private long lastReturned;

  /** Adds a publish that is about to be made. */
  void add(long sequence, Send send, Route route) {
    synchronized (lock) {
      publishes.put(sequence, new Publish(send, route));
    }
  }

  /**
   * Takes a message that had no route.
   *
   * @return false when it is none of those unconfirmed
   */
  boolean returned(Return message) {
    synchronized (lock) {
      for (Map.Entry<Long, Publish> entry : publishes.tailMap(lastReturned, false).entrySet()) {
        if (entry.getValue().is(message)) {
          entry.getValue().returned = message.getReplyText();
          lastReturned = entry.getKey();
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Takes a positive confirm.
   *
   * @param multiple whether it is for all up to this one
   */
  void confirmed(long sequence, boolean multiple) {
    for (Publish publish : remove(sequence, multiple)) {
      if (!publish.reportReturn()) {
        publish.send.sent();
      }
    }
  }

  /**
   * Takes a negative confirm: a queue that was full or could not store it.
   *
   * @param multiple whether it is for all up to this one
   */
  void refused(long sequence, boolean multiple) {
    for (Publish publish : remove(sequence, multiple)) {
      if (!publish.reportReturn()) {
        publish.send.refused(
            "nacked",
            "the broker did not take it, as a full queue with overflow reject-publish does not: "
                + publish.route.describe());
      }
    }
  }

  private List<Publish> remove(long sequence, boolean multiple) {
    synchronized (lock) {
      if (!multiple) {
        Publish single = publishes.remove(sequence);
        return single == null ? List.of() : List.of(single);
      }
      Collection<Publish> upTo = publishes.headMap(sequence, true).values();
      List<Publish> removed = new ArrayList<>(upTo);
      upTo.clear();
      return removed;
    }
  }

  private static final class Publish {
    private final Send send;
    private final Route route;

    /** Why it came back; null as long as it did not. Guarded by the lock, then the client's. */
    private String returned;

    Publish(Send send, Route route) {
      this.send = send;
      this.route = route;
    }

    boolean is(Return message) {
      return route.exchange().equals(message.getExchange())
          && route.routingKey().equals(message.getRoutingKey())
          && Arrays.equals(send.message().body(), message.getBody());
    }

    boolean reportReturn() {
      if (returned == null) {
        return false;
      }
      send.refused("no_route", returned + ": " + route.describe());
      return true;
    }
  }
}
