package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.ConsumerBuilder;
import org.apache.pulsar.client.api.Message;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.Test;

/** A client stands in, for no broker makes a thread stop at the one place that matters here. */
@SuppressWarnings("unchecked")
class TopicSubscriptionTest {
  private final Arrival arrival = new Arrival();

  @Test
  void aSignalMeansThatTheSubscriptionIsReady() throws Exception {
    CompletableFuture<Consumer<byte[]>> subscribing = new StoppedBehindItsActions<>();
    TopicSubscription subscription = begin(subscribing);

    subscribing.complete(consumer(null));

    assertThat(arrival.await(Duration.ZERO)).isTrue();
    assertThat(subscription.isReady()).isTrue();
  }

  @Test
  void aSignalMeansThatTheMessageCanBeTaken() throws Exception {
    CompletableFuture<Message<byte[]>> receiving = new StoppedBehindItsActions<>();
    PulsarSourceConfig config = config();
    TopicSubscription subscription = begin(CompletableFuture.completedFuture(consumer(receiving)));
    subscription.await(config.clients(), Duration.ZERO);
    arrival.await(Duration.ZERO);
    subscription.ask();
    Message<byte[]> message = (Message<byte[]>) proxy(Message.class, null, null);

    receiving.complete(message);

    assertThat(arrival.await(Duration.ZERO)).isTrue();
    assertThat(subscription.hasArrived()).isTrue();
    assertThat(subscription.take(config.clients())).isSameAs(message);
  }

  private TopicSubscription begin(CompletableFuture<Consumer<byte[]>> subscribing) {
    ConsumerBuilder<byte[]> builder =
        (ConsumerBuilder<byte[]>) proxy(ConsumerBuilder.class, "subscribeAsync", subscribing);
    PulsarClient client = (PulsarClient) proxy(PulsarClient.class, "newConsumer", builder);
    return TopicSubscription.begin(
        client, config(), arrival, "orders", ReceiverQueues.within(10, 0));
  }

  private static Consumer<byte[]> consumer(CompletableFuture<Message<byte[]>> receiving) {
    return (Consumer<byte[]>) proxy(Consumer.class, "receiveAsync", receiving);
  }

  private static PulsarSourceConfig config() {
    Map<String, String> props = new HashMap<>();
    props.put("name", "test");
    props.put("kafka.topic", "t");
    props.put("pulsar.service.url", "pulsar://localhost:1");
    props.put("pulsar.topics", "orders");
    return new PulsarSourceConfig(props);
  }

  /** Answers one method; all others give the object itself where they can, and null. */
  private static Object proxy(Class<?> type, String method, Object answer) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, called, arguments) ->
            called.getName().equals(method)
                ? answer
                : called.getReturnType().isInstance(self) ? self : null);
  }

  /** As if its thread were stopped after the actions that depend on it, and before their end. */
  private static final class StoppedBehindItsActions<T> extends CompletableFuture<T> {
    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
      CompletableFuture<T> acted = super.whenComplete(action);
      assertThat(acted).isNotNull();
      return new CompletableFuture<>();
    }
  }
}
