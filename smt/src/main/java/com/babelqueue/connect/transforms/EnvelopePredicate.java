package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.predicates.Predicate;

/**
 * What predicates that look at the envelope share: false for a null value and for one that can hold
 * no envelope, so that a predicate never stops a task.
 *
 * <p>Configured once, then called by the one task thread that owns the chain.
 */
abstract class EnvelopePredicate<R extends ConnectRecord<R>> implements Predicate<R>, Versioned {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  @Override
  public final boolean test(R record) {
    if (record.value() == null) {
      return false;
    }
    RecordBody body;
    try {
      body = RecordBody.of(record);
    } catch (DataException e) {
      return false;
    }
    return test(scanner.scan(body.bytes()));
  }

  /** Decides on a scanned body, acceptable or not. */
  abstract boolean test(Envelope envelope);

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void close() {}
}
