package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.Envelope;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;

/**
 * True for a record whose body has a {@code dead_letter} block (contract 1.9), whether or not the
 * envelope is acceptable otherwise. A body that does not decode has none.
 *
 * <p>For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class IsDeadLettered<R extends ConnectRecord<R>> extends EnvelopePredicate<R> {
  /** What the plugin lists of a worker say about this predicate. */
  public static final String OVERVIEW_DOC =
      "True for records whose BabelQueue envelope has a dead_letter block.";

  /** There is nothing to set. */
  public static final ConfigDef CONFIG_DEF = new ConfigDef();

  @Override
  public void configure(Map<String, ?> settings) {}

  @Override
  boolean test(Envelope envelope) {
    return envelope.isDeadLettered();
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
