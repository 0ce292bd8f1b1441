package com.babelqueue.connect.emulator.servicebus;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.messaging.Source;
import org.apache.qpid.proton.engine.Sender;

/**
 * Receivers whose attach is answered only once a session is free for them, or their time is up.
 * Owned by the server's thread.
 */
final class SessionWaits {
  private static final Symbol FILTER = Symbol.valueOf("com.microsoft:session-filter");
  private static final Symbol LOCKED_UNTIL = Symbol.valueOf("com.microsoft:locked-until-utc");
  private static final Symbol TIMEOUT = Symbol.valueOf("com.microsoft:timeout");
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  /** 100 ns intervals from the year 1 to the epoch. */
  private static final long EPOCH_TICKS = 621_355_968_000_000_000L;

  private static final long TICKS_PER_MILLI = 10_000;

  private final Clock clock;
  private final List<Wait> waits = new ArrayList<>();

  SessionWaits(Clock clock) {
    this.clock = clock;
  }

  static boolean asksForSession(Sender link) {
    return link.getRemoteSource() instanceof Source source
        && source.getFilter() != null
        && source.getFilter().containsKey(FILTER);
  }

  void add(Entity entity, Sender link, ReceiverLink receiver) {
    Source source = (Source) link.getRemoteSource();
    Object wanted = source.getFilter().get(FILTER);
    waits.add(
        new Wait(
            entity,
            link,
            receiver,
            wanted == null ? null : wanted.toString(),
            clock.instant().plus(timeout(link))));
    tick();
  }

  void remove(Sender link) {
    waits.removeIf(wait -> wait.link() == link);
  }

  void tick() {
    waits.removeIf(wait -> given(wait) || timedOut(wait));
  }

  private boolean given(Wait wait) {
    if (!wait.entity().lockSession(wait.receiver(), wait.wanted())) {
      return false;
    }
    String id = wait.receiver().sessionId();
    Source source = (Source) wait.link().getRemoteSource();
    Map<Symbol, Object> filter = new HashMap<>();
    filter.put(FILTER, id);
    source.setFilter(filter);
    wait.link().setSource(source);
    wait.link()
        .setProperties(
            Map.of(
                LOCKED_UNTIL,
                EPOCH_TICKS
                    + wait.entity().sessionLockedUntil(id).toEpochMilli() * TICKS_PER_MILLI));
    wait.link().open();
    wait.entity().pump();
    return true;
  }

  private boolean timedOut(Wait wait) {
    if (wait.deadline().isAfter(clock.instant())) {
      return false;
    }
    wait.link().setSource(null);
    wait.link().open();
    wait.receiver().detach("com.microsoft:timeout", "No session came free in time.");
    return true;
  }

  private static Duration timeout(Sender link) {
    Object millis =
        link.getRemoteProperties() == null ? null : link.getRemoteProperties().get(TIMEOUT);
    return millis instanceof Number number
        ? Duration.ofMillis(number.longValue())
        : DEFAULT_TIMEOUT;
  }

  /**
   * One waiting receiver.
   *
   * @param wanted null for any session
   */
  private record Wait(
      Entity entity, Sender link, ReceiverLink receiver, String wanted, Instant deadline) {}
}
