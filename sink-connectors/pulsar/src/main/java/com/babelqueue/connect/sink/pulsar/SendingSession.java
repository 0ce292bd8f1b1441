package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.pulsar.PulsarClients;
import com.babelqueue.connect.broker.pulsar.PulsarTopic;
import com.babelqueue.connect.broker.pulsar.SendRefusal;
import com.babelqueue.connect.sink.Send;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.config.ConfigException;
import org.apache.pulsar.client.api.PulsarClient;

/**
 * A client and its producers, from an open to a close. Owned by the task's thread, but for the last
 * close and for {@link #lost}, which any thread may call.
 */
final class SendingSession {
  /** Longer than the client itself goes on trying. */
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(8);

  private final PulsarSinkConfig config;
  private final PulsarClients clients;
  private final PulsarClient client;
  private final TopicProducers producers;
  private final Consumer<BrokerException> lost;

  /** Null until the first loss; set by the thread that reports it. */
  private final AtomicReference<BrokerException> loss = new AtomicReference<>();

  /** Set by the thread that closes. */
  private volatile boolean closed;

  private SendingSession(
      PulsarSinkConfig config,
      PulsarClients clients,
      PulsarClient client,
      Clock clock,
      Consumer<BrokerException> lost) {
    this.config = config;
    this.clients = clients;
    this.client = client;
    this.lost = lost;
    this.producers = new TopicProducers(this, clock);
  }

  /**
   * Connects, and looks for the topic where it is fixed.
   *
   * @throws BrokerException when the cluster cannot be reached or refuses the settings
   */
  static SendingSession open(PulsarSinkConfig config, Clock clock, Consumer<BrokerException> lost)
      throws BrokerException {
    PulsarClients clients = config.clients();
    SendingSession session = new SendingSession(config, clients, clients.open(), clock, lost);
    boolean done = false;
    try {
      session.prepare();
      done = true;
    } finally {
      if (!done) {
        session.close();
      }
    }
    return session;
  }

  private void prepare() throws BrokerException {
    if (isFixed()) {
      producers.of(config.fixedTopic()).open(OPEN_LIMIT);
    } else if (config.reach(clients, client, OPEN_LIMIT)) {
      clients.failures().prove();
    }
  }

  /**
   * Sends in this order for each topic; topics whose producers are still to be made come last.
   *
   * @throws BrokerException on an outage or a misconfiguration; at once after a loss that the
   *     engine has not heard of yet, since nothing may overtake what was lost
   */
  void send(List<Send> sends) throws BrokerException {
    BrokerException known = loss.get();
    if (known != null) {
      throw known;
    }
    producers.trim();
    Map<TopicProducer, List<Send>> byTopic = new LinkedHashMap<>();
    for (Send send : sends) {
      String topic = topic(send);
      if (topic != null) {
        byTopic.computeIfAbsent(producers.of(topic), any -> new ArrayList<>()).add(send);
      }
    }
    List<TopicProducer> readyFirst = new ArrayList<>(byTopic.keySet());
    readyFirst.sort(Comparator.comparing(TopicProducer::isReady).reversed());
    for (TopicProducer producer : readyFirst) {
      send(producer, byTopic.get(producer));
    }
  }

  private static void send(TopicProducer producer, List<Send> sends) throws BrokerException {
    Optional<SendRefusal> refusal = producer.awaitReady(OPEN_LIMIT);
    if (refusal.isPresent()) {
      sends.forEach(send -> producer.refuse(send, refusal.get()));
      return;
    }
    sends.forEach(producer::send);
    producer.flush();
  }

  /** Null when the record names what is no topic, which is reported here. */
  private static String topic(Send send) {
    try {
      return PulsarTopic.parse(PulsarSinkConfig.TOPIC, send.message().destination()).fullName();
    } catch (ConfigException e) {
      send.rejected(TopicProducer.DESTINATION, e.getMessage());
      return null;
    }
  }

  PulsarSinkConfig config() {
    return config;
  }

  PulsarClients clients() {
    return clients;
  }

  PulsarClient client() {
    return client;
  }

  /** Whether every message goes to one topic, so that its faults are those of the settings. */
  boolean isFixed() {
    return config.destination().isFixed();
  }

  /** Tells the engine, once, that this session is no good any more. Any thread. */
  void lost(BrokerException cause) {
    if (!closed && loss.compareAndSet(null, cause)) {
      lost.accept(cause);
    }
  }

  /** Never throws. What is not confirmed fails, which nobody hears of. */
  void close() {
    closed = true;
    PulsarClients.close(client);
  }
}
