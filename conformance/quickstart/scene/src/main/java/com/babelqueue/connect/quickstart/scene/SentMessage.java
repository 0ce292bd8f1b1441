package com.babelqueue.connect.quickstart.scene;

import java.util.HashMap;
import java.util.Map;

/**
 * A message that a broker has taken, and the record it must become.
 *
 * @param what says for a person what is shown with it
 * @param body the text of the body, which must arrive byte for byte
 * @param deadLetter whether it must arrive in the dead-letter topic
 * @param headers record headers that must arrive; there may be others
 */
public record SentMessage(
    String what, String body, boolean deadLetter, Map<String, String> headers) {
  private static final String WHAT = "what";
  private static final String BODY = "body";
  private static final String DEAD_LETTER = "dead.letter";
  private static final String HEADER = "header.";

  /** Copies the headers. */
  public SentMessage {
    headers = Map.copyOf(headers);
  }

  /** Tells of a good message: it must arrive with the headers that Kafka's binding gives it. */
  public static SentMessage of(String what, PlainEnvelope envelope, int attempts) {
    return new SentMessage(what, envelope.body(), false, envelope.kafkaHeaders(attempts));
  }

  /** Tells of a message that no connector may take for an envelope. */
  public static SentMessage poison(String what, String body) {
    return new SentMessage(what, body, true, Map.of());
  }

  /** Returns a copy that must arrive with one more header. */
  public SentMessage withHeader(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new SentMessage(what, body, deadLetter, more);
  }

  /** Returns the line that tells the quickstart. */
  public SceneLine toLine() {
    return new SceneLine(
            SceneLine.Word.SENT,
            Map.of(WHAT, what, BODY, body, DEAD_LETTER, Boolean.toString(deadLetter)))
        .with(HEADER, headers);
  }

  /** Reads the line that {@link #toLine} made. */
  public static SentMessage from(SceneLine line) {
    return new SentMessage(
        line.text(WHAT),
        line.text(BODY),
        Boolean.parseBoolean(line.text(DEAD_LETTER)),
        line.under(HEADER));
  }
}
