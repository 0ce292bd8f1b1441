package com.babelqueue.connect.emulator.servicebus;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The entities by their addresses, which Service Bus compares without regard to case. Owned by the
 * server's thread.
 */
final class Namespace {
  private static final String DEAD_LETTERS = "/$deadletterqueue";
  private static final String MANAGEMENT = "/$management";

  private final Clock clock;
  private final Map<String, Entity> entities = new HashMap<>();

  /** Each topic's subscriptions. */
  private final Map<String, List<Entity>> topics = new HashMap<>();

  Namespace(Clock clock) {
    this.clock = clock;
  }

  void createQueue(String name, EntityOptions options) {
    create(name, options);
  }

  void createTopic(String name) {
    topics.putIfAbsent(key(name), new ArrayList<>());
  }

  void createSubscription(String topic, String name, EntityOptions options) {
    topics.get(key(topic)).add(create(topic + "/subscriptions/" + name, options));
  }

  private Entity create(String path, EntityOptions options) {
    Entity deadLetters =
        new Entity(EntityOptions.standard().withLockDuration(options.lockDuration()), clock, null);
    Entity entity = new Entity(options, clock, deadLetters);
    entities.put(key(path) + DEAD_LETTERS, deadLetters);
    entities.put(key(path), entity);
    return entity;
  }

  /** What messages are received from; null when there is none of that name. */
  Entity entity(String address) {
    return entities.get(key(address));
  }

  Iterable<Entity> entities() {
    return List.copyOf(entities.values());
  }

  /** The entity that a management node belongs to; null when it is no such address. */
  Entity managed(String address) {
    String key = key(address);
    return key.endsWith(MANAGEMENT)
        ? entities.get(key.substring(0, key.length() - MANAGEMENT.length()))
        : null;
  }

  /** Whether messages can be sent there. */
  boolean takesMessages(String address) {
    return topics.containsKey(key(address)) || entities.containsKey(key(address));
  }

  /** The most bytes of one transfer to an address; a topic takes what entities do by default. */
  int maxMessageBytes(String address) {
    Entity entity = entity(address);
    return entity == null ? EntityOptions.standard().maxMessageBytes() : entity.maxMessageBytes();
  }

  void send(String address, byte[] encoded) {
    var decoded = MessageCodec.decode(encoded);
    Instant at = MessageCodec.scheduledFor(decoded);
    List<Entity> takers = topics.getOrDefault(key(address), List.of());
    if (takers.isEmpty() && entity(address) != null) {
      takers = List.of(entity(address));
    }
    for (Entity taker : takers) {
      taker.enqueue(new BrokeredMessage(encoded, decoded.getGroupId(), clock.instant()), at);
    }
  }

  /** The same for all spellings of an address. */
  static String key(String address) {
    return address.toLowerCase(Locale.ROOT);
  }
}
