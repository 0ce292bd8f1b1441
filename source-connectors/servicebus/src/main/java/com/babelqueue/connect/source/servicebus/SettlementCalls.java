package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.ServiceBusFailures;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver.Unsettled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Tells Service Bus what became of messages: one call for each, since the SDK has no batches, many
 * of them at once.
 *
 * <p>Called by the engine's thread, which waits for all calls of a list; the SDK's threads make
 * them. A call that fails with its link, or gets no answer, is made once more, which then goes
 * through the entity's management node: settling twice does no harm, and the lock is good for it.
 */
final class SettlementCalls {
  /** How long beyond the SDK's own bound a list of calls may take. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** How often a call is made that gets no answer. */
  private static final int ATTEMPTS = 2;

  private final Anchors anchors;
  private final ServiceBusFailures failures;
  private final int concurrency;
  private final Duration limit;

  SettlementCalls(ServiceBusSourceConfig config, Anchors anchors) {
    this.anchors = anchors;
    this.failures = config.failures();
    this.concurrency = config.settleConcurrency();
    this.limit = config.settings().operationTimeout().plus(GRACE).dividedBy(ATTEMPTS);
  }

  List<Unsettled> complete(List<Delivery> deliveries) throws BrokerException {
    return send(deliveries, "completing", (client, handle) -> client.complete(handle.message()));
  }

  List<Unsettled> abandon(List<Delivery> deliveries) throws BrokerException {
    return send(deliveries, "abandoning", (client, handle) -> client.abandon(handle.message()));
  }

  List<Unsettled> deadLetter(List<Delivery> deliveries, String reason, String description)
      throws BrokerException {
    DeadLetterOptions options =
        new DeadLetterOptions()
            .setDeadLetterReason(reason)
            .setDeadLetterErrorDescription(description);
    return send(
        deliveries,
        "dead-lettering",
        (client, handle) -> client.deadLetter(handle.message(), options));
  }

  /** Renews the locks of messages, and of sessions once for all their messages. */
  List<Unsettled> renew(List<Delivery> deliveries) throws BrokerException {
    Map<Boolean, List<Delivery>> bySession =
        deliveries.stream()
            .collect(Collectors.partitioningBy(delivery -> Handle.of(delivery).ofSession()));
    List<Unsettled> lost = new ArrayList<>();
    if (!bySession.get(false).isEmpty()) {
      lost.addAll(
          send(
              bySession.get(false),
              "renewing the lock of",
              (client, handle) ->
                  anchors
                      .of(handle.stream().source().entity())
                      .renewMessageLock(handle.message())
                      .then()));
    }
    if (!bySession.get(true).isEmpty()) {
      lost.addAll(renewSessions(bySession.get(true)));
    }
    return lost;
  }

  private List<Unsettled> renewSessions(List<Delivery> deliveries) throws BrokerException {
    Map<MessageStream, List<Delivery>> byStream = new HashMap<>();
    deliveries.forEach(
        delivery ->
            byStream
                .computeIfAbsent(Handle.of(delivery).stream(), stream -> new ArrayList<>())
                .add(delivery));
    List<Delivery> one = byStream.values().stream().map(messages -> messages.get(0)).toList();
    List<Unsettled> lost = new ArrayList<>();
    for (Unsettled session :
        send(one, "renewing the session of", (client, h) -> client.renewSessionLock().then())) {
      byStream
          .get(Handle.of(session.delivery()).stream())
          .forEach(delivery -> lost.add(new Unsettled(delivery, session.reason())));
    }
    return lost;
  }

  private List<Unsettled> send(
      List<Delivery> deliveries,
      String verb,
      BiFunction<ServiceBusReceiverAsyncClient, Handle, Mono<Void>> call)
      throws BrokerException {
    Map<Delivery, Outcome> outcomes = new ConcurrentHashMap<>();
    await(calls(deliveries, call, outcomes));
    List<Delivery> silent =
        deliveries.stream().filter(delivery -> !outcomes.containsKey(delivery)).toList();
    if (!silent.isEmpty()) {
      // Calls made while the SDK loses their link are never answered; these go another way.
      await(calls(silent, call, outcomes));
    }
    return gather(deliveries, outcomes, verb);
  }

  private CompletableFuture<Void> calls(
      List<Delivery> deliveries,
      BiFunction<ServiceBusReceiverAsyncClient, Handle, Mono<Void>> call,
      Map<Delivery, Outcome> outcomes) {
    return Flux.fromIterable(deliveries)
        .flatMap(
            delivery ->
                one(delivery, call)
                    .doOnSuccess(done -> outcomes.put(delivery, Outcome.DONE))
                    .onErrorResume(
                        cause -> {
                          outcomes.put(delivery, new Outcome(cause));
                          return Mono.empty();
                        }),
            concurrency)
        .then()
        .toFuture();
  }

  private Mono<Void> one(
      Delivery delivery, BiFunction<ServiceBusReceiverAsyncClient, Handle, Mono<Void>> call) {
    Handle handle = Handle.of(delivery);
    if (handle.ofSession()) {
      return handle.stream().isOpen()
          ? call.apply(handle.stream().client(), handle)
          : Mono.error(new SessionOverException());
    }
    Mono<Void> attempt = Mono.defer(() -> call.apply(clientOf(handle), handle));
    return attempt.onErrorResume(
        cause -> ServiceBusFailures.ofMessage(cause).isEmpty(), cause -> attempt);
  }

  private ServiceBusReceiverAsyncClient clientOf(Handle handle) {
    MessageStream stream = handle.stream();
    return stream.isOpen() ? stream.client() : anchors.of(stream.source().entity());
  }

  private void await(CompletableFuture<Void> all) throws BrokerException {
    try {
      all.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // Those that have not answered are told apart by what is missing.
      all.cancel(true);
    } catch (InterruptedException e) {
      all.cancel(true);
      Thread.currentThread().interrupt();
      throw BrokerException.outage("settlement was interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a settlement call failed unexpectedly", e.getCause());
    }
  }

  /**
   * Collects the outcomes. Where some calls succeeded, a failed one counts as an unsettled message:
   * to report the whole list as failed would make duplicates of what was settled.
   */
  private List<Unsettled> gather(
      List<Delivery> deliveries, Map<Delivery, Outcome> outcomes, String verb)
      throws BrokerException {
    List<Unsettled> unsettled = new ArrayList<>();
    BrokerException outage = null;
    int outages = 0;
    for (Delivery delivery : deliveries) {
      Outcome outcome = outcomes.getOrDefault(delivery, Outcome.MISSING);
      if (outcome.failure() == null) {
        continue;
      }
      Optional<String> ofMessage = outcome.reasonOfMessage();
      if (ofMessage.isPresent()) {
        unsettled.add(new Unsettled(delivery, ofMessage.get()));
        continue;
      }
      BrokerException judged = failures.of(verb + " " + delivery, outcome.failure());
      if (!judged.isRetriable()) {
        throw judged;
      }
      outage = judged;
      outages++;
      unsettled.add(new Unsettled(delivery, judged.getMessage()));
    }
    if (outages == deliveries.size() && outage != null) {
      throw outage;
    }
    return unsettled;
  }

  /**
   * How a call ended.
   *
   * @param failure null when it succeeded
   */
  private record Outcome(Throwable failure) {
    static final Outcome DONE = new Outcome(null);
    static final Outcome MISSING =
        new Outcome(new TimeoutException("Service Bus did not answer in time"));

    Optional<String> reasonOfMessage() {
      return failure instanceof SessionOverException
          ? Optional.of("SESSION_LOCK_LOST")
          : ServiceBusFailures.ofMessage(failure);
    }
  }

  /** The link that held the session is gone, and every lock with it. */
  private static final class SessionOverException extends Exception {
    private static final long serialVersionUID = 1L;
  }
}
