package com.babelqueue.connect.emulator.servicebus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToIntFunction;
import org.apache.qpid.proton.Proton;
import org.apache.qpid.proton.engine.HandlerException;
import org.apache.qpid.proton.reactor.Reactor;
import org.apache.qpid.proton.reactor.impl.AcceptorImpl;

/**
 * An AMQP 1.0 server that behaves like a Service Bus namespace towards the official SDK: access
 * tokens, queues, topics with subscriptions, peek-lock with lock tokens and delivery counts, all
 * dispositions, lock renewal and settlement through the management node, dead-letter sub-queues,
 * sessions, which messages to an entity with sessions must name, scheduled and deferred messages,
 * limits of a message's size and of its header, batches, which are taken or refused as a whole, and
 * connections dropped or messages refused on request.
 *
 * <p><b>Not imitated:</b> TLS, web sockets and SASL beyond ANONYMOUS; signatures and expiry of
 * tokens (only the key's name is looked at); subscription rules (each subscription gets every
 * message of its topic); transactions, partitioned entities with their demands on batches,
 * duplicate detection, auto-forwarding, time to live; partition keys beyond carrying them; peeking
 * at locked messages, receiving deferred messages, cancelling schedules, session state and all
 * other management operations; quotas, throttling, idle detach and redirects; the management REST
 * interface; changed properties of abandoned messages; bodies of more than one data section. A
 * session whose connection drops is free at once, where Service Bus waits until it notices. Locks
 * are kept to 20 ms or so.
 *
 * <p>One thread owns all state; the methods may be called from any thread and wait for it.
 */
public final class ServiceBusEmulator implements AutoCloseable {
  /** The name of the one access key that is let in. */
  public static final String KEY_NAME = "emulator";

  private static final String HOST = "127.0.0.1";
  private static final int TICK_MILLIS = 20;
  private static final long CALL_SECONDS = 10;
  private static final int CLOSING_STEPS = 20;

  private final Namespace namespace;
  private final LinkHandler handler;
  private final Reactor reactor;
  private final AcceptorImpl acceptor;
  private final int port;
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final Thread thread;

  /** Written by whoever closes, read by the server's thread. */
  private volatile boolean stopping;

  private ServiceBusEmulator(Clock clock) throws IOException {
    namespace = new Namespace(clock);
    handler = new LinkHandler(namespace, clock);
    reactor = Proton.reactor();
    reactor.setTimeout(TICK_MILLIS);
    acceptor = (AcceptorImpl) reactor.acceptor(HOST, 0, handler);
    port = acceptor.getPortNumber();
    thread = new Thread(this::serve, "servicebus-emulator");
    thread.setDaemon(true);
  }

  /** Starts a server without entities on a free port. */
  public static ServiceBusEmulator start() {
    return start(Clock.systemUTC());
  }

  /**
   * Starts a server without entities on a free port.
   *
   * @param clock says when locks expire and scheduled messages are due
   */
  public static ServiceBusEmulator start(Clock clock) {
    try {
      ServiceBusEmulator emulator = new ServiceBusEmulator(clock);
      emulator.thread.start();
      return emulator;
    } catch (IOException e) {
      throw new UncheckedIOException("the emulator cannot listen", e);
    }
  }

  /** Where it listens, on the loopback address. */
  public int port() {
    return port;
  }

  /** What a client connects with. */
  public String connectionString() {
    return connectionString(port);
  }

  /** The same by way of another port, such as a proxy's. */
  public static String connectionString(int port) {
    return connectionString(port, KEY_NAME, "any");
  }

  /** The same with another access key. */
  public static String connectionString(int port, String keyName, String key) {
    return "Endpoint=sb://localhost:"
        + port
        + ";SharedAccessKeyName="
        + keyName
        + ";SharedAccessKey="
        + key
        + ";UseDevelopmentEmulator=true;";
  }

  /** Answers on connections to come without a pause, which only matters to who measures speed. */
  public void answerAtOnce() {
    run(handler::answerAtOnce);
  }

  /** Adds a queue, or empties the one of that name. */
  public void createQueue(String name, EntityOptions options) {
    run(() -> namespace.createQueue(name, options));
  }

  /** Adds a topic unless it exists. */
  public void createTopic(String name) {
    run(() -> namespace.createTopic(name));
  }

  /**
   * Adds a subscription to a topic.
   *
   * @return its path, which is what messages are received from
   */
  public String createSubscription(String topic, String name, EntityOptions options) {
    run(() -> namespace.createSubscription(topic, name, options));
    return topic + "/subscriptions/" + name;
  }

  /** Messages that are ready or locked; {@code PATH/$deadletterqueue} names a sub-queue. */
  public int depth(String path) {
    return count(path, entity -> entity.readyCount() + entity.lockedCount());
  }

  /** Messages that a receiver would get now. */
  public int ready(String path) {
    return count(path, Entity::readyCount);
  }

  /** Messages that are deferred or not yet due. */
  public int setAside(String path) {
    return count(path, Entity::setAsideCount);
  }

  /** Transfers that a queue or topic has taken: single messages and whole batches. */
  public int transfers(String path) {
    return call(() -> handler.admission().taken(path));
  }

  /** Receivers attached to an entity. */
  public int receivers(String path) {
    return count(path, Entity::receiverCount);
  }

  /** Clients that are connected. */
  public int connections() {
    return call(handler::connectionCount);
  }

  /**
   * Refuses messages to a queue or topic from now on.
   *
   * @param refusal which ones and how; null to take all again
   */
  public void refuseSends(String path, SendRefusal refusal) {
    run(() -> handler.admission().refuse(path, refusal));
  }

  /** Closes every connection with an error, as a restarting broker does. */
  public void dropConnections() {
    run(handler::dropConnections);
  }

  private int count(String path, ToIntFunction<Entity> what) {
    return call(
        () -> {
          Entity entity = namespace.entity(path);
          if (entity == null) {
            throw new IllegalArgumentException("no entity " + path);
          }
          return what.applyAsInt(entity);
        });
  }

  private void run(Runnable command) {
    call(
        () -> {
          command.run();
          return null;
        });
  }

  private <T> T call(Callable<T> command) {
    FutureTask<T> task = new FutureTask<>(command);
    commands.add(task);
    reactor.wakeup();
    try {
      return task.get(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the emulator was asked", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("the emulator did not answer", e);
    }
  }

  private void serve() {
    reactor.start();
    boolean more = true;
    while (!stopping && more) {
      more = step();
      for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
        command.run();
      }
      handler.tick();
    }
    acceptor.close();
    handler.dropConnections();
    for (int i = 0; i < CLOSING_STEPS && step(); i++) {
      // Lets the last frames out.
    }
    reactor.stop();
    reactor.free();
  }

  /** A client that vanishes in mid-frame ends its own connection only. */
  private boolean step() {
    try {
      return reactor.process();
    } catch (HandlerException e) {
      e.printStackTrace();
      return true;
    }
  }

  /** Stops the server and forgets everything. */
  @Override
  public void close() {
    stopping = true;
    reactor.wakeup();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(CALL_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
