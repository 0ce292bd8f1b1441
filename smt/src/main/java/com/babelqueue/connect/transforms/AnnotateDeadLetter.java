package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.DeadLetter;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.StructuredEnvelope;
import java.time.Clock;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.header.Headers;

/**
 * Turns the headers with which a Connect worker explains a record of its dead-letter queue into the
 * {@code dead_letter} block of the contract (1.9, DL-1 to DL-3), so that every BabelQueue redrive
 * understands it.
 *
 * <p>For a connector that reads the dead-letter queue. A record without such headers, and one whose
 * value is not an acceptable envelope, is passed on unchanged (DL-5). As in every dead letter of
 * this project the counter of the failed delivery is added in block, body and header (DL-2), the
 * forbidden keys are stripped (FORB-6) and {@code bq-original-topic} is set (KFK-8).
 *
 * <p>Idempotent with {@code connect.headers=remove}. For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class AnnotateDeadLetter<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Write the error headers of a record from Connect's dead-letter queue into the dead_letter block of"
          + " the BabelQueue envelope in its value.";

  private static final String CONNECT_HEADERS = "connect.headers";
  private static final EnumSetting<ConnectHeaders> CONNECT_HEADERS_SETTING =
      EnumSetting.of(ConnectHeaders.class);

  /** The stages in which a record fails for what it is, so that no attempt can help (POI-1). */
  private static final Set<String> POISON_STAGES =
      Set.of("KEY_CONVERTER", "VALUE_CONVERTER", "HEADER_CONVERTER", "TRANSFORMATION");

  private enum ConnectHeaders {
    REMOVE,
    KEEP
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      baseConfig()
          .define(
              CONNECT_HEADERS,
              ConfigDef.Type.STRING,
              EnumSetting.text(ConnectHeaders.REMOVE),
              CONNECT_HEADERS_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens to the __connect.errors. headers once they are in the block: remove or"
                  + " keep. The block has no place for partition, offset, connector, task and stack"
                  + " trace; but a record that keeps the headers counts another attempt when it"
                  + " passes here again.");

  private final Clock clock;
  private final StructuredEnvelope structured = new StructuredEnvelope();
  private boolean removesHeaders = true;

  /** For Connect. */
  public AnnotateDeadLetter() {
    this(Clock.systemUTC());
  }

  AnnotateDeadLetter(Clock clock) {
    this.clock = clock;
  }

  @Override
  void configure(AbstractConfig config) {
    removesHeaders =
        CONNECT_HEADERS_SETTING.parse(CONNECT_HEADERS, config.getString(CONNECT_HEADERS))
            == ConnectHeaders.REMOVE;
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    if (!ConnectErrorHeaders.isPresent(record.headers())) {
      return record;
    }
    Headers headers = record.headers().duplicate();
    DeadLetter block = block(record, envelope);
    Object value = annotated(record.value(), body, envelope, block);
    if (removesHeaders) {
      ConnectErrorHeaders.removeAll(headers);
    }
    ContractHeaders.PROJECTED.forEach(headers::remove);
    ContractHeaders.project(
        envelope, block.attempts(), (name, text) -> headerType().add(headers, name, text));
    headers.remove(ContractHeaders.ORIGINAL_TOPIC);
    headerType().add(headers, ContractHeaders.ORIGINAL_TOPIC, block.originalQueue());
    Schema schema = StructuredEnvelope.schemaOf(value);
    return ChangedRecord.value(
        record, schema == null ? record.valueSchema() : schema, value, headers);
  }

  private Object annotated(Object value, RecordBody body, Envelope envelope, DeadLetter block) {
    if (StructuredEnvelope.isStructured(value)) {
      Object counted = body.withAttempts(envelope, block.attempts());
      return structured.deadLettered(structured.normalized(counted), block);
    }
    return body.withBytes(
        envelope.edit().deadLetter(block).removeForbiddenKeys().urnToJob().toBytes());
  }

  private DeadLetter block(R record, Envelope envelope) {
    Headers headers = record.headers();
    int before =
        AttemptsRule.KAFKA.reconcile(
            envelope.attempts(), HeaderText.last(headers, ContractHeaders.ATTEMPTS));
    String stage = ConnectErrorHeaders.text(headers, ConnectErrorHeaders.STAGE);
    boolean poison = stage != null && POISON_STAGES.contains(stage);
    return new DeadLetter(
        poison ? DeadLetter.Reason.POISON : DeadLetter.Reason.FAILED,
        ConnectErrorHeaders.text(headers, ConnectErrorHeaders.EXCEPTION_MESSAGE),
        ConnectErrorHeaders.text(headers, ConnectErrorHeaders.EXCEPTION_CLASS),
        clock.millis(),
        originalQueue(record, envelope),
        before == Integer.MAX_VALUE ? before : before + 1);
  }

  /** DL-3: the work topic of a parked record, else the consumed topic, which the worker names. */
  private String originalQueue(R record, Envelope envelope) {
    String work = HeaderText.of(HeaderText.last(record.headers(), ContractHeaders.ORIGINAL_TOPIC));
    if (!AsciiWhitespace.isBlank(work)) {
      return work;
    }
    String consumed = ConnectErrorHeaders.text(record.headers(), ConnectErrorHeaders.TOPIC);
    if (!AsciiWhitespace.isBlank(consumed)) {
      return consumed;
    }
    return envelope.queue() != null ? envelope.queue() : record.topic();
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
