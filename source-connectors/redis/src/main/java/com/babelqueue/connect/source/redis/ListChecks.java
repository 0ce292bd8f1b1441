package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.redis.RedisMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What must hold between the names of lists: two readers never share a processing list, no list is
 * both read and written, and a cluster keeps a queue's lists on one node. Stateless.
 */
final class ListChecks {
  private ListChecks() {}

  /**
   * @param problems takes the key at fault and a message
   */
  static void check(RedisSourceConfig config, BiConsumer<String, String> problems) {
    List<QueueLists> all = config.lists();
    Set<String> queues = new HashSet<>(config.queues());
    Set<String> processing = new HashSet<>();
    for (QueueLists lists : all) {
      if (!processing.add(lists.processing()) || queues.contains(lists.processing())) {
        problems.accept(
            RedisSourceConfig.PROCESSING_LIST,
            "Every queue needs a processing list of its own; put "
                + ListTemplate.QUEUE
                + " into the name");
        return;
      }
    }
    String template = config.getString(RedisSourceConfig.PROCESSING_LIST);
    if (config.hasSeveralReaders() && !template.contains(ListTemplate.READER)) {
      problems.accept(
          RedisSourceConfig.PROCESSING_LIST,
          "Where several tasks read a queue the name must contain " + ListTemplate.READER);
    }
    for (QueueLists lists : all) {
      if (queues.contains(lists.deadLetter()) || processing.contains(lists.deadLetter())) {
        problems.accept(
            RedisSourceConfig.DEAD_LETTER_LIST,
            "List " + lists.deadLetter() + " is read by this connector; dead letters would circle");
        return;
      }
    }
    if (config.redis().mode() == RedisMode.CLUSTER) {
      checkSlots(all, problems);
    }
  }

  private static void checkSlots(List<QueueLists> all, BiConsumer<String, String> problems) {
    all.stream()
        .filter(lists -> !lists.sharesSlot(lists.processing()))
        .findFirst()
        .ifPresent(
            lists ->
                problems.accept(
                    RedisSourceConfig.PROCESSING_LIST,
                    apart(lists, lists.processing(), ":processing:${connector}-${reader}")));
    all.stream()
        .filter(lists -> !lists.sharesSlot(lists.deadLetter()))
        .findFirst()
        .ifPresent(
            lists ->
                problems.accept(
                    RedisSourceConfig.DEAD_LETTER_LIST, apart(lists, lists.deadLetter(), ".dlq")));
  }

  private static String apart(QueueLists lists, String other, String rest) {
    return "A cluster moves elements only between lists of one hash slot, and queue "
        + lists.queue()
        + " and list "
        + other
        + " lie in two. Put a hash tag around the queue's name: {"
        + ListTemplate.QUEUE
        + "}"
        + rest;
  }
}
