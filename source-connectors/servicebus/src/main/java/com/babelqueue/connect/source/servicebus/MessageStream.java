package com.babelqueue.connect.source.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import java.util.Optional;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/**
 * What one link brings: the messages of an entity, or of one of its sessions. Only as many as were
 * asked for come, and none is given back by itself.
 *
 * <p>The SDK's blocking client is no match for this: what comes between two of its receive calls it
 * releases at once, and a message behind that one overtakes it.
 *
 * <p>The engine's thread asks and closes; the SDK's threads bring.
 */
final class MessageStream extends BaseSubscriber<ServiceBusReceivedMessage> {
  private final EntitySource source;
  private final ServiceBusReceiverAsyncClient client;
  private final Arrivals arrivals;

  /** Written by an SDK thread, read by the engine's. */
  private volatile boolean subscribed;

  /** Written by an SDK thread or the engine's. */
  private volatile boolean ended;

  /** Written by an SDK thread, read by the engine's; null when nothing failed. */
  private volatile Throwable failure;

  /** Messages handed to the engine so far; owned by its thread. */
  private long handedOn;

  /** Those of them that are not settled; owned by the engine's thread. */
  private int unsettled;

  private MessageStream(
      EntitySource source, ServiceBusReceiverAsyncClient client, Arrivals arrivals) {
    this.source = source;
    this.client = client;
    this.arrivals = arrivals;
  }

  /** Opens a link without credit. */
  static MessageStream open(
      EntitySource source, ServiceBusReceiverAsyncClient client, Arrivals arrivals) {
    MessageStream stream = new MessageStream(source, client, arrivals);
    client.receiveMessages().subscribe(stream);
    return stream;
  }

  EntitySource source() {
    return source;
  }

  ServiceBusReceiverAsyncClient client() {
    return client;
  }

  /** Whether messages that it brought can be settled on its link. */
  boolean isOpen() {
    return !ended;
  }

  /** Why it ended; empty while it has not, or when it ended without an error. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  int unsettled() {
    return unsettled;
  }

  long handedOn() {
    return handedOn;
  }

  /** The engine has one more message. */
  void handOn() {
    handedOn++;
    unsettled++;
  }

  /** One of the engine's messages is settled, or given up. */
  void settle() {
    unsettled--;
  }

  /** Whether its link can be given credit: a request made earlier would get lost. */
  boolean isReady() {
    return subscribed && !ended;
  }

  /** Asks for so many more messages. */
  void ask(int count) {
    arrivals.asked(this, count);
    request(count);
  }

  @Override
  protected void hookOnSubscribe(Subscription subscription) {
    subscribed = true;
    arrivals.signal();
  }

  @Override
  protected void hookOnNext(ServiceBusReceivedMessage message) {
    arrivals.add(this, message);
  }

  @Override
  protected void hookOnError(Throwable cause) {
    failure = cause;
    end();
  }

  @Override
  protected void hookOnComplete() {
    end();
  }

  private void end() {
    ended = true;
    arrivals.ended(this);
  }

  /** Closes the link; what it brought and nobody took yet stays where it is. */
  void close() {
    cancel();
    end();
    client.close();
  }
}
