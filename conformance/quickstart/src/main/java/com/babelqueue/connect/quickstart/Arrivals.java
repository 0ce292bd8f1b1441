package com.babelqueue.connect.quickstart;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Counts the records that arrive and holds them against what must arrive. One thread. */
final class Arrivals {
  /** Expectations that are still open, and how often a fulfilled one was seen. */
  private final Map<Expectation, Integer> seen = new LinkedHashMap<>();

  private final Map<Expectation, List<String>> differences = new LinkedHashMap<>();
  private final Map<String, Map<String, Integer>> topics = new LinkedHashMap<>();
  private final Set<String> passedOver = new HashSet<>();
  private int records;

  /** What a record turned out to be. */
  enum Kind {
    /** The record of a message, as it must be. */
    EXPECTED,
    /** The record of a message, but not as it must be. */
    DIFFERENT,
    /** One more record of a message that has arrived before. */
    AGAIN,
    /** A record of somebody else. */
    OTHER
  }

  /**
   * A record's verdict.
   *
   * @param remark for a person; empty for a record of somebody else
   */
  record Verdict(Kind kind, String remark) {}

  void expect(Expectation expectation) {
    seen.put(expectation, 0);
    topics.computeIfAbsent(expectation.broker(), broker -> new TreeMap<>());
  }

  /** Counts no record of a topic as an arrival: they are what the demonstration itself wrote. */
  void passOver(String topic) {
    passedOver.add(topic);
  }

  /** Says whether a record is an arrival at all. */
  boolean isArrival(ConsumerRecord<byte[], byte[]> record) {
    return !passedOver.contains(record.topic());
  }

  Verdict see(ConsumerRecord<byte[], byte[]> record) {
    records++;
    for (Map.Entry<Expectation, Integer> entry : seen.entrySet()) {
      Expectation expectation = entry.getKey();
      if (expectation.isAbout(record)) {
        entry.setValue(entry.getValue() + 1);
        return entry.getValue() == 1 ? first(expectation, record) : again(expectation);
      }
    }
    return new Verdict(Kind.OTHER, "");
  }

  private Verdict first(Expectation expectation, ConsumerRecord<byte[], byte[]> record) {
    topics.get(expectation.broker()).merge(record.topic(), 1, Integer::sum);
    List<String> found = expectation.differences(record);
    String remark = remark(expectation);
    if (found.isEmpty()) {
      return new Verdict(Kind.EXPECTED, remark);
    }
    differences.put(expectation, found);
    return new Verdict(Kind.DIFFERENT, remark + "; but " + String.join(", ", found));
  }

  private static Verdict again(Expectation expectation) {
    return new Verdict(Kind.AGAIN, remark(expectation) + "; delivered once more");
  }

  private static String remark(Expectation expectation) {
    return expectation.broker() + ": " + expectation.message().what();
  }

  /** Returns the running count, with what is expected while that is not exceeded. */
  String count() {
    return records <= seen.size() ? records + "/" + seen.size() : Integer.toString(records);
  }

  int records() {
    return records;
  }

  /** Says whether every message has become a record, right or not. */
  boolean complete() {
    return seen.values().stream().allMatch(times -> times > 0);
  }

  /** Says whether a message of the broker has become a record. */
  boolean anyOf(String broker) {
    return !topics.getOrDefault(broker, Map.of()).isEmpty();
  }

  /** Returns what is missing or different for a broker, a line for each message. */
  List<String> faults(String broker) {
    List<String> lines = new ArrayList<>();
    seen.forEach(
        (expectation, times) -> {
          if (expectation.broker().equals(broker) && times == 0) {
            lines.add("missing: " + expectation.message().what());
          }
        });
    differences.forEach(
        (expectation, found) -> {
          if (expectation.broker().equals(broker)) {
            lines.add(
                "different: " + expectation.message().what() + "; " + String.join(", ", found));
          }
        });
    return lines;
  }

  /** Returns how many messages of a broker arrived, and where. */
  String summary(String broker) {
    Map<String, Integer> where = topics.getOrDefault(broker, Map.of());
    long sent = seen.keySet().stream().filter(e -> e.broker().equals(broker)).count();
    int arrived = where.values().stream().mapToInt(Integer::intValue).sum();
    List<String> parts = new ArrayList<>();
    where.forEach((topic, count) -> parts.add(count + " in " + topic));
    return arrived
        + " of "
        + sent
        + " messages arrived"
        + (parts.isEmpty() ? "" : ": " + String.join(", ", parts));
  }
}
