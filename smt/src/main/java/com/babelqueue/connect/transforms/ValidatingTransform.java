package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * What transforms that judge an envelope share: a record passes as it is or is refused, see {@link
 * RefusedRecords}. An envelope that is not acceptable, or a value that can hold none, is refused by
 * each of them (POI-1); a null value passes.
 *
 * <p>Configured once, then called by the one task thread that owns the chain.
 */
abstract class ValidatingTransform<R extends ConnectRecord<R>>
    implements Transformation<R>, Versioned {
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private RefusedRecords refused;

  @Override
  public final void configure(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(config(), settings, false);
    refused = new RefusedRecords(config);
    configure(config);
  }

  @Override
  public final R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    String fault = faultOf(record);
    return fault == null ? record : refused.refuse(record, fault);
  }

  private String faultOf(R record) {
    RecordBody body;
    try {
      body = RecordBody.of(record);
    } catch (DataException e) {
      return "has a value of " + record.value().getClass().getName() + " that is no envelope";
    }
    Envelope envelope = scanner.scan(body.bytes());
    if (!envelope.isAcceptable()) {
      return "has no acceptable envelope: "
          + envelope.refusal().code()
          + ", "
          + envelope.refusal().description();
    }
    return faultOf(envelope);
  }

  /** Takes the settings of the transform itself. */
  abstract void configure(AbstractConfig config);

  /**
   * What is wrong with an acceptable envelope.
   *
   * @return text that completes "The record at … " and holds nothing of the envelope but its URN;
   *     null when nothing is wrong
   */
  abstract String faultOf(Envelope envelope);

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void close() {}
}
