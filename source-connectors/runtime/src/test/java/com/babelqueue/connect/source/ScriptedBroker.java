package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A broker in memory that behaves like a strict one: it keeps order, counts deliveries, redelivers
 * what a lost session or an expired lock had, and fails where a test says so.
 *
 * <p>One instance is both the broker and the receiver connected to it. Guarded by its own lock,
 * since the tests with real threads look at it from outside.
 */
final class ScriptedBroker implements Receiver {
  private final LongSupplier ticker;
  private final Deque<Message> ready = new ArrayDeque<>();
  private final Map<Long, Message> unacked = new TreeMap<>();
  private final Deque<BrokerException> openFailures = new ArrayDeque<>();
  private final Deque<BrokerException> callFailures = new ArrayDeque<>();
  private long epoch;
  private long nextTag;
  private boolean sessionLost;
  private Duration lock = Duration.ZERO;
  private int settlementBatch = 1;
  private int late;
  private boolean keepsEpoch;
  private Runnable whileSettling = () -> {};

  final List<String> settled = new ArrayList<>();
  final List<String> rejected = new ArrayList<>();
  final List<String> released = new ArrayList<>();
  final List<Integer> receiveSizes = new ArrayList<>();
  final List<String> refusedSettlements = new ArrayList<>();
  int acceptCalls;
  int receiveCalls;
  int opens;
  int suspends;
  int closes;

  ScriptedBroker(LongSupplier ticker) {
    this.ticker = ticker;
  }

  ScriptedBroker withLock(Duration duration) {
    this.lock = duration;
    return this;
  }

  ScriptedBroker withSettlementBatch(int size) {
    this.settlementBatch = size;
    return this;
  }

  synchronized void send(String body, NativeHeader... headers) {
    ready.add(new Message(body, List.of(headers)));
  }

  synchronized void sendMany(int count) {
    for (int i = 0; i < count; i++) {
      send(TestEnvelopes.numbered(i));
    }
  }

  /** The connection breaks: everything unsettled goes back in order, handles are void. */
  synchronized void loseSession() {
    sessionLost = true;
    requeueAll();
  }

  synchronized void failOpen(BrokerException failure) {
    openFailures.add(failure);
  }

  /** The next settlement or renewal call fails as a whole. */
  synchronized void failCall(BrokerException failure) {
    callFailures.add(failure);
  }

  /** Handles survive reconnects, as those of SQS do. */
  synchronized void keepEpoch() {
    keepsEpoch = true;
  }

  /** A receive call under way brings so many in although the engine has suspended. */
  synchronized void bringLate(int count) {
    late = count;
  }

  synchronized void whileSettling(Runnable action) {
    whileSettling = action;
  }

  /** The broker will not settle this message, whatever is asked. */
  synchronized void refuse(String body) {
    refusedSettlements.add(body);
  }

  synchronized int readyCount() {
    expireLocks();
    return ready.size();
  }

  synchronized int unackedCount() {
    expireLocks();
    return unacked.size();
  }

  synchronized List<String> readyBodies() {
    return ready.stream().map(message -> message.body).toList();
  }

  synchronized List<String> settledBodies() {
    return List.copyOf(settled);
  }

  @Override
  public synchronized void open() throws BrokerException {
    opens++;
    BrokerException failure = openFailures.poll();
    if (failure != null) {
      throw failure;
    }
    if (!keepsEpoch || epoch == 0) {
      epoch++;
    }
    sessionLost = false;
  }

  @Override
  public synchronized List<Delivery> receive(int max, long maxBytes, Duration wait)
      throws BrokerException {
    receiveCalls++;
    receiveSizes.add(max);
    checkSession();
    return take(max);
  }

  @Override
  public void wakeup() {}

  @Override
  public synchronized void suspend() {
    suspends++;
  }

  @Override
  public synchronized List<Delivery> late() throws BrokerException {
    int count = late;
    late = 0;
    return take(count);
  }

  @Override
  public synchronized List<Delivery> drain(Duration wait) throws BrokerException {
    checkSession();
    return List.of();
  }

  @Override
  public synchronized long epoch() {
    return epoch;
  }

  @Override
  public int settlementBatch() {
    return settlementBatch;
  }

  @Override
  public synchronized List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    acceptCalls++;
    whileSettling.run();
    return settle(deliveries, settled, null);
  }

  @Override
  public synchronized List<Unsettled> reject(List<Delivery> deliveries, String reason)
      throws BrokerException {
    return settle(deliveries, rejected, null);
  }

  @Override
  public synchronized List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    return settle(deliveries, released, ready);
  }

  @Override
  public Duration lockDuration() {
    return lock;
  }

  @Override
  public synchronized List<Unsettled> renew(List<Delivery> deliveries) throws BrokerException {
    checkCall();
    List<Unsettled> lost = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      Message message = unacked.get((Long) delivery.handle());
      if (message == null) {
        lost.add(new Unsettled(delivery, "the lock is gone"));
      } else {
        message.lockedUntil = ticker.getAsLong() + lock.toNanos();
      }
    }
    return lost;
  }

  @Override
  public synchronized void close() {
    closes++;
    if (!keepsEpoch) {
      requeueAll();
    }
  }

  private List<Delivery> take(int max) {
    expireLocks();
    List<Delivery> taken = new ArrayList<>();
    while (taken.size() < max && !ready.isEmpty()) {
      Message message = ready.removeFirst();
      message.deliveries++;
      message.lockedUntil = ticker.getAsLong() + lock.toNanos();
      long tag = nextTag++;
      unacked.put(tag, message);
      byte[] body = message.body.getBytes(StandardCharsets.ISO_8859_1);
      taken.add(
          Delivery.of("q", body, tag, epoch)
              .messageId("m" + tag)
              .headers(message.headers)
              .group("g")
              .versionField(message.header("bq-schema-version"))
              .attemptsField(message.deliveries)
              .deliveryCount(message.deliveries)
              .build());
    }
    return taken;
  }

  private List<Unsettled> settle(List<Delivery> deliveries, List<String> log, Deque<Message> back)
      throws BrokerException {
    checkCall();
    List<Unsettled> failed = new ArrayList<>();
    for (Delivery delivery : deliveries) {
      Message message = unacked.get((Long) delivery.handle());
      if (message == null || refusedSettlements.contains(message.body)) {
        failed.add(new Unsettled(delivery, "the handle is void"));
        continue;
      }
      unacked.remove((Long) delivery.handle());
      log.add(message.body);
      if (back != null) {
        back.addFirst(message);
      }
    }
    return failed;
  }

  private void checkCall() throws BrokerException {
    BrokerException failure = callFailures.poll();
    if (failure != null) {
      throw failure;
    }
    checkSession();
  }

  private void checkSession() throws BrokerException {
    if (sessionLost) {
      throw BrokerException.outage("the session is lost", null);
    }
  }

  private void requeueAll() {
    unacked.entrySet().stream()
        .sorted(Map.Entry.<Long, Message>comparingByKey(Comparator.reverseOrder()))
        .forEach(entry -> ready.addFirst(entry.getValue()));
    unacked.clear();
  }

  private void expireLocks() {
    if (lock.isZero()) {
      return;
    }
    long now = ticker.getAsLong();
    List<Long> expired =
        unacked.entrySet().stream()
            .filter(entry -> entry.getValue().lockedUntil - now <= 0)
            .map(Map.Entry::getKey)
            .sorted(Comparator.reverseOrder())
            .toList();
    expired.forEach(tag -> ready.addFirst(unacked.remove(tag)));
  }

  private static final class Message {
    private final String body;
    private final List<NativeHeader> headers;
    private int deliveries;
    private long lockedUntil;

    Message(String body, List<NativeHeader> headers) {
      this.body = body;
      this.headers = headers;
    }

    Object header(String name) {
      return headers.stream()
          .filter(header -> header.name().equals(name))
          .map(NativeHeader::value)
          .findFirst()
          .orElse(null);
    }
  }
}
