package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.Envelope;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;

/**
 * True for a record whose value is an envelope that a consumer may handle (A1 to A6).
 *
 * <p>For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class IsAcceptable<R extends ConnectRecord<R>> extends EnvelopePredicate<R> {
  /** What the plugin lists of a worker say about this predicate. */
  public static final String OVERVIEW_DOC =
      "True for records whose value is an acceptable BabelQueue envelope.";

  /** There is nothing to set. */
  public static final ConfigDef CONFIG_DEF = new ConfigDef();

  @Override
  public void configure(Map<String, ?> settings) {}

  @Override
  boolean test(Envelope envelope) {
    return envelope.isAcceptable();
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
