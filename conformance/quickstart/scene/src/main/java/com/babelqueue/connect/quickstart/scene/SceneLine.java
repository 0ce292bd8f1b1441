package com.babelqueue.connect.quickstart.scene;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One line of the talk between the quickstart and a scene: a {@link Word} and named texts, {@code
 * WORD name=text name=text}, the texts percent-encoded so that they hold no space and no line end.
 *
 * <p>The quickstart writes one {@code OPEN} line with the connector's configuration, which the
 * scene answers with {@code READY}. Then it asks: {@code SEND} is answered with a {@code SENT} per
 * message and {@code DONE}, {@code LOOK} and {@code TAKE} with a {@code NATIVE} per message and
 * {@code DONE}, {@code FILL} with {@code FULL} and {@code DONE}; or, at any point, with {@code
 * FAILED}. It closes the scene's input to end it.
 *
 * @param texts in the order of the line
 */
public record SceneLine(Word word, Map<String, String> texts) {

  /** What a line says. */
  public enum Word {
    /** To the scene: open the stage for a connector with these settings. */
    OPEN,
    /** To the scene: send the story's messages. */
    SEND,
    /** To the scene: look at {@value SceneLine#COUNT} messages that lie in the queue. */
    LOOK,
    /** To the scene: fill the queue that has one place, with order {@value SceneLine#ORDER}. */
    FILL,
    /** To the scene: receive the message in that queue. */
    TAKE,
    /** The broker runs and has its queues. */
    READY,
    /** The broker has one more message. */
    SENT,
    /** A message that lies in the queue, or was received from it. */
    NATIVE,
    /** The queue that is full now. */
    FULL,
    /** All that was asked for is done. */
    DONE,
    /** The scene ends for a {@value SceneLine#REASON}. */
    FAILED
  }

  /** Why a scene failed, for a person. */
  public static final String REASON = "reason";

  /** How many messages to look at. */
  public static final String COUNT = "count";

  /** The number of an order. */
  public static final String ORDER = "order";

  /** Copies the texts and keeps their order. */
  public SceneLine {
    texts = new LinkedHashMap<>(texts);
  }

  /** Returns a text of the line; empty when the line has none of that name. */
  public String text(String name) {
    return texts.getOrDefault(name, "");
  }

  /** Returns the texts whose names begin with a prefix, under the rest of their names. */
  public Map<String, String> under(String prefix) {
    Map<String, String> found = new LinkedHashMap<>();
    texts.forEach(
        (name, text) -> {
          if (name.startsWith(prefix)) {
            found.put(name.substring(prefix.length()), text);
          }
        });
    return found;
  }

  /** Returns a copy with more texts, each under a prefix. */
  public SceneLine with(String prefix, Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(texts);
    more.forEach((name, text) -> all.put(prefix + name, text));
    return new SceneLine(word, all);
  }

  /** Returns the line's text, without a line end. */
  public String encode() {
    return texts.entrySet().stream()
        .map(entry -> " " + encoded(entry.getKey()) + "=" + encoded(entry.getValue()))
        .collect(Collectors.joining("", word.name(), ""));
  }

  /**
   * Reads a line that {@link #encode} wrote.
   *
   * @throws IllegalArgumentException when it is none
   */
  public static SceneLine parse(String line) {
    String[] parts = line.split(" ", -1);
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("no name=text: " + parts[i]);
      }
      texts.put(decoded(parts[i].substring(0, equals)), decoded(parts[i].substring(equals + 1)));
    }
    return new SceneLine(Word.valueOf(parts[0]), texts);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
