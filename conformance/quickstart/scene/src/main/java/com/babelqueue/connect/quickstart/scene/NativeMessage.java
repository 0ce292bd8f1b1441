package com.babelqueue.connect.quickstart.scene;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A message as it lies in a queue, read by the broker's plain client.
 *
 * @param body the text of the body
 * @param properties native properties as a person reads them, with their types where the broker has
 *     some; in the order of the contract
 */
public record NativeMessage(String body, Map<String, String> properties) {
  private static final String BODY = "body";
  private static final String PROPERTY = "property.";

  /** Copies the properties and keeps their order. */
  public NativeMessage {
    properties = new LinkedHashMap<>(properties);
  }

  /** Returns the line that tells the quickstart. */
  public SceneLine toLine() {
    return new SceneLine(SceneLine.Word.NATIVE, Map.of(BODY, body)).with(PROPERTY, properties);
  }

  /** Reads the line that {@link #toLine} made. */
  public static NativeMessage from(SceneLine line) {
    return new NativeMessage(line.text(BODY), line.under(PROPERTY));
  }
}
