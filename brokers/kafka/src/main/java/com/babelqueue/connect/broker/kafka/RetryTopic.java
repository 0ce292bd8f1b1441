package com.babelqueue.connect.broker.kafka;

import java.util.Optional;

/**
 * A topic that holds the failed records of a work topic for one tier, {@code <topic>.retry.<n>}
 * (TIER-2).
 *
 * @param workTopic where its records come from and go back to
 * @param tier counted from 1
 */
public record RetryTopic(String workTopic, int tier) {
  private static final String INFIX = ".retry.";

  /** What a work topic's dead letters are called unless a setting says otherwise (DLQ-1). */
  private static final String DEAD_LETTER_SUFFIX = ".dlq";

  /** No operator has so many tiers; a longer number belongs to some other naming (TIER-3). */
  private static final int MAX_DIGITS = 3;

  /** Refuses what {@link #parse} would not read back. */
  public RetryTopic {
    if (workTopic.isEmpty() || tier < 1) {
      throw new IllegalArgumentException("a retry topic has a work topic and a tier from 1");
    }
  }

  /** Its name in Kafka. */
  public String name() {
    return workTopic + INFIX + tier;
  }

  /**
   * Reads a topic name.
   *
   * @return empty when it names no retry topic
   */
  public static Optional<RetryTopic> parse(String topic) {
    int infix = topic.lastIndexOf(INFIX);
    if (infix <= 0) {
      return Optional.empty();
    }
    String number = topic.substring(infix + INFIX.length());
    boolean plain =
        !number.isEmpty()
            && number.length() <= MAX_DIGITS
            && number.charAt(0) != '0'
            && number.chars().allMatch(c -> c >= '0' && c <= '9');
    return plain
        ? Optional.of(new RetryTopic(topic.substring(0, infix), Integer.parseInt(number)))
        : Optional.empty();
  }

  /**
   * Whether a name is that of a retry topic or, by its usual name, of a dead-letter topic: nothing
   * that a record may go back to (REI-9).
   */
  public static boolean isParked(String topic) {
    return parse(topic).isPresent() || workTopicOfDeadLetters(topic).isPresent();
  }

  /** The dead-letter topic of a work topic by its usual name. */
  public static String deadLetterTopic(String workTopic) {
    return workTopic + DEAD_LETTER_SUFFIX;
  }

  /**
   * The work topic of a dead-letter topic by its usual name.
   *
   * @return empty when the name is not of that form
   */
  public static Optional<String> workTopicOfDeadLetters(String topic) {
    return topic.endsWith(DEAD_LETTER_SUFFIX) && topic.length() > DEAD_LETTER_SUFFIX.length()
        ? Optional.of(topic.substring(0, topic.length() - DEAD_LETTER_SUFFIX.length()))
        : Optional.empty();
  }
}
