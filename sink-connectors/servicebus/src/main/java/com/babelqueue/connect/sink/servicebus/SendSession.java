package com.babelqueue.connect.sink.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import com.babelqueue.connect.broker.servicebus.ServiceBusClients;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures.Undelivered;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * One connection's worth of sending, from an open to its failure or close: keeps several batches
 * under way, each of another {@link OrderGroup}, and says what the answers mean.
 *
 * <p>A thread of its own owns everything that is not said to be shared. The first failure that lies
 * in no message ends the work: nothing more is sent, so that nothing overtakes, and what has no
 * outcome is the engine's to repeat.
 */
final class SendSession implements AutoCloseable {
  /** Why a message goes back that Service Bus has not seen. */
  static final String FOLLOWS = "it follows a message that has to be sent again";

  /** More are kept only while they have something to send. */
  private static final int MOST_ENTITIES = 100;

  private final ServiceBusSinkConfig config;
  private final ServiceBusClients clients;
  private final ServiceBusFailures failures;
  private final Consumer<BrokerException> lost;
  private final ExecutorService thread;

  /** By name, the one used last at the end. */
  private final Map<String, EntityBacklog> entities = new LinkedHashMap<>(16, 0.75f, true);

  /** Those that have messages and no batch under way. */
  private final Deque<OrderGroup> ready = new ArrayDeque<>();

  private int underWay;

  /** Counts the engine's calls; written by the task's thread, read by this session's. */
  private final AtomicLong calls = new AtomicLong();

  /** What has ended the work; null while it goes on. Written by this session's thread. */
  private volatile BrokerException failure;

  /**
   * @param lost takes the failure that ends the work; called on this session's thread
   */
  SendSession(
      ServiceBusSinkConfig config, ServiceBusClients clients, Consumer<BrokerException> lost) {
    this.config = config;
    this.clients = clients;
    this.failures = config.failures();
    this.lost = lost;
    String name = "babelqueue-servicebus-" + config.connectorName() + "-" + config.taskId();
    this.thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
  }

  /**
   * Connects to an entity and looks whether it can be sent to. To be called before anything else,
   * by the thread that opens.
   *
   * @throws BrokerException naming the setting at fault, or an outage
   */
  void check(EntityPath entity) throws BrokerException, InterruptedException {
    EntityBacklog backlog = new EntityBacklog(entity.name(), clients.sender(entity.name()));
    run(() -> entities.put(entity.name(), backlog));
    CompletableFuture<?> look = backlog.client().createMessageBatch().toFuture();
    try {
      look.get(config.settings().operationTimeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw failures.of("looking for " + entity, e.getCause());
    } catch (TimeoutException e) {
      throw BrokerException.outage(
          "looking for " + entity + " failed: Service Bus did not answer in time", e);
    } finally {
      look.cancel(true);
    }
  }

  /**
   * Takes messages of one call of the engine; does not wait. For the task's thread.
   *
   * @throws BrokerException the failure that has ended the work
   */
  void add(List<Outgoing> messages) throws BrokerException {
    if (failure != null) {
      throw failure;
    }
    long call = calls.incrementAndGet();
    run(() -> take(messages, call));
  }

  /** Does something on this session's thread, unless it is closed. For any thread. */
  void run(Runnable work) {
    try {
      thread.execute(() -> runOrEnd(work));
    } catch (RejectedExecutionException e) {
      // Closed: what the SDK still says is of no interest to anybody.
      return;
    }
  }

  /** What nobody expects must not leave messages without an outcome until their time is up. */
  private void runOrEnd(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      end(BrokerException.outage("sending to Service Bus failed unexpectedly", e));
    }
  }

  private void take(List<Outgoing> messages, long call) {
    if (failure != null) {
      return;
    }
    for (Outgoing outgoing : messages) {
      OrderGroup group = entity(outgoing.entity()).add(outgoing, call);
      if (group == null) {
        outgoing.send().retry(FOLLOWS);
      } else if (!group.isBusy() && group.waiting().size() == 1) {
        ready.add(group);
      }
    }
    startBatches();
  }

  private EntityBacklog entity(String name) {
    EntityBacklog known = entities.get(name);
    if (known != null) {
      return known;
    }
    if (entities.size() >= MOST_ENTITIES) {
      entities.values().stream()
          .filter(EntityBacklog::isIdle)
          .findFirst()
          .ifPresent(
              idle -> {
                entities.remove(idle.name());
                idle.client().close();
              });
    }
    EntityBacklog made = new EntityBacklog(name, clients.sender(name));
    entities.put(name, made);
    return made;
  }

  private void startBatches() {
    while (failure == null && underWay < config.sendConcurrency() && !ready.isEmpty()) {
      OrderGroup group = ready.remove();
      group.busy(true);
      underWay++;
      new BatchSend(this, group, config.batchBytes()).start();
    }
  }

  /** Service Bus holds these messages. */
  void sent(OrderGroup group, List<Outgoing> batched) {
    batched.forEach(outgoing -> outgoing.send().sent());
    done(group);
  }

  /** A group's batch is over. */
  void done(OrderGroup group) {
    group.busy(false);
    underWay--;
    if (group.waiting().isEmpty()) {
      group.entity().remove(group);
    } else {
      ready.add(group);
    }
    startBatches();
  }

  /** There is no link to an entity, so nothing of the group was sent. */
  void linkFailed(OrderGroup group, Throwable cause) {
    switch (ServiceBusFailures.undelivered(cause)) {
      case NO_ENTITY -> missing(group, List.of(), cause);
      case DISABLED -> refuse(group, List.of(), "entity_disabled");
      default -> end(failures.of("connecting to " + group.entity().name(), cause));
    }
  }

  /** Service Bus took none of these messages, or nobody knows. */
  void failed(OrderGroup group, List<Outgoing> batched, Throwable cause) {
    Undelivered undelivered = ServiceBusFailures.undelivered(cause);
    switch (undelivered) {
      case NO_ENTITY -> missing(group, batched, cause);
      case DISABLED -> refuse(group, batched, "entity_disabled");
      case FULL -> refuse(group, batched, "queue_full");
      case TOO_LARGE -> reject(group, batched, "too_large");
      case NOT_ALLOWED -> reject(group, batched, "not_allowed");
      case INVALID -> reject(group, batched, "invalid_message");
      case LOST -> end(failures.of("sending to " + group.entity().name(), cause));
    }
  }

  /** A batch is refused as a whole for what one message holds: its neighbours must not suffer. */
  private void reject(OrderGroup group, List<Outgoing> batched, String reason) {
    if (batched.size() > 1) {
      group.putBackAlone(batched);
    } else {
      batched.forEach(
          outgoing ->
              outgoing
                  .send()
                  .rejected(
                      reason,
                      "refused by "
                          + group.entity().name()
                          + (outgoing.message().getSessionId() == null
                              ? ", without a session id"
                              : "")));
    }
    done(group);
  }

  private void refuse(OrderGroup group, List<Outgoing> batched, String reason) {
    List<Outgoing> waiting = holdBack(group, batched);
    String detail = group.entity().name() + " takes no messages now";
    batched.forEach(outgoing -> outgoing.send().refused(reason, detail));
    waiting.forEach(outgoing -> outgoing.send().retry(batched.isEmpty() ? reason : FOLLOWS));
    done(group);
  }

  /** The engine may have made one more call by now without having seen an outcome. */
  private List<Outgoing> holdBack(OrderGroup group, List<Outgoing> batched) {
    List<Outgoing> waiting = group.entity().holdBack(batched, calls.get() + 1);
    ready.removeIf(other -> other.waiting().isEmpty());
    return waiting;
  }

  private void missing(OrderGroup group, List<Outgoing> batched, Throwable cause) {
    if (config.fixedEntity().isPresent()) {
      end(failures.of("sending to " + group.entity().name(), cause));
      return;
    }
    List<Outgoing> waiting = group.entity().takeWaiting();
    ready.removeIf(other -> other.waiting().isEmpty());
    for (List<Outgoing> part : List.of(batched, waiting)) {
      part.forEach(
          outgoing ->
              outgoing
                  .send()
                  .rejected(
                      "destination",
                      ServiceBusSinkConfig.ENTITY
                          + " names a queue or topic for this record that does not exist"));
    }
    done(group);
  }

  private void end(BrokerException cause) {
    if (failure == null) {
      failure = cause;
      ready.clear();
      lost.accept(cause);
    }
  }

  /** Abandons what is under way; it may or may not arrive. For the thread that opened. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      thread.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    thread.shutdownNow();
    entities.values().forEach(entity -> entity.client().close());
  }
}
