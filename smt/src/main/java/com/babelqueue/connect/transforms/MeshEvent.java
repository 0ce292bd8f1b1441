package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.transforms.MeshSettings.Key;
import com.babelqueue.connect.transforms.MeshSettings.SubjectIn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.transforms.Transformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks mesh events, makes them of their structured form, and carries them between the mesh format
 * and the BabelQueue envelope (contract section 7, MESH-1 to MESH-10, K-MESH-1 to K-MESH-5).
 *
 * <p>Records with a null value pass. A value of bytes or text keeps its type; a Map or Struct that
 * changes becomes bytes. For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class MeshEvent<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Validate module-to-module mesh events (subject, headers and payload), project them from their"
          + " structured form, and convert them to and from the BabelQueue envelope.";

  private static final Logger LOG = LoggerFactory.getLogger(MeshEvent.class);

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF = MeshSettings.DEFINITION;

  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private MeshSettings settings;
  private boolean causationReported;

  @Override
  public void configure(Map<String, ?> configured) {
    settings = new MeshSettings(configured);
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      RecordBody body = body(record);
      return switch (settings.mode) {
        case VALIDATE -> {
          received(record, body);
          yield record;
        }
        case TO_BABELQUEUE -> envelope(record, body, received(record, body));
        case FROM_FIXTURE -> event(record, body, MeshFixture.read(body.bytes()));
        case FROM_BABELQUEUE -> event(record, body, settings.envelopes.read(acceptable(body)));
      };
    } catch (MeshViolation violation) {
      return settings.refused.refuse(record, violation.getMessage());
    }
  }

  private RecordBody body(R record) throws MeshViolation {
    try {
      return RecordBody.of(record);
    } catch (DataException e) {
      throw new MeshViolation("has a value of " + record.value().getClass().getName());
    }
  }

  private MeshMessage received(R record, RecordBody body) throws MeshViolation {
    String subject =
        settings.subjectIn == SubjectIn.TOPIC
            ? record.topic()
            : MeshHeaders.only(record.headers(), settings.subjectHeader);
    MeshHeaders headers = MeshHeaders.of(record.headers());
    report(headers.causationId());
    return MeshMessage.of(MeshSubject.parse(subject), headers, body.bytes(), Map.of());
  }

  /** Another form is allowed, but then it is no event's id (MESH-10). */
  private void report(String causationId) {
    if (causationId != null && !causationReported && !MeshHeaders.isEventId(causationId)) {
      causationReported = true;
      LOG.warn("Header x-causation-id has another form than x-event-id; it is kept as it is");
    }
  }

  private Envelope acceptable(RecordBody body) throws MeshViolation {
    Envelope envelope = scanner.scan(body.bytes());
    if (!envelope.isAcceptable()) {
      throw new MeshViolation("is not an acceptable envelope: " + envelope.refusal().code());
    }
    return envelope;
  }

  private R event(R record, RecordBody body, MeshMessage event) {
    Headers headers = record.headers().duplicate();
    ContractHeaders.PROJECTED.forEach(headers::remove);
    event.headers().writeTo(headers, settings.headerType);
    event
        .others()
        .forEach((name, text) -> settings.headerType.add(headers.remove(name), name, text));
    String topic = record.topic();
    String subject = event.subject().text();
    if (settings.subjectIn == SubjectIn.TOPIC) {
      topic = subject;
    } else {
      settings.headerType.add(
          headers.remove(settings.subjectHeader), settings.subjectHeader, subject);
    }
    Object key = key(record, event);
    return record.newRecord(
        topic,
        record.kafkaPartition(),
        keySchema(record, key),
        key,
        schema(record),
        value(record, body, event.body()),
        event.headers().millis(),
        headers);
  }

  private Object key(R record, MeshMessage event) {
    return switch (settings.key) {
      case NONE -> null;
      case KEEP -> record.key();
      case EVENT_ID -> typed(event.headers().eventId());
      case MODULE -> typed(event.subject().module());
    };
  }

  private Object typed(String text) {
    return settings.headerType == HeaderType.BYTES ? text.getBytes(StandardCharsets.UTF_8) : text;
  }

  private Schema keySchema(R record, Object key) {
    if (settings.key == Key.KEEP) {
      return record.keySchema();
    }
    if (key == null) {
      return null;
    }
    return key instanceof byte[] ? Schema.BYTES_SCHEMA : Schema.STRING_SCHEMA;
  }

  private R envelope(R record, RecordBody body, MeshMessage event) throws MeshViolation {
    byte[] envelope = settings.envelopes.write(event);
    Headers headers = record.headers().duplicate();
    MeshHeaders.removeFrom(headers);
    if (settings.subjectIn == SubjectIn.HEADER) {
      headers.remove(settings.subjectHeader);
    }
    return record.newRecord(
        record.topic(),
        record.kafkaPartition(),
        record.keySchema(),
        record.key(),
        schema(record),
        value(record, body, envelope),
        event.headers().millis(),
        headers);
  }

  private static boolean holdsBytes(Object value) {
    return value instanceof byte[] || value instanceof ByteBuffer || value instanceof String;
  }

  private static <R extends ConnectRecord<R>> Schema schema(R record) {
    return holdsBytes(record.value()) ? record.valueSchema() : Schema.BYTES_SCHEMA;
  }

  private static Object value(ConnectRecord<?> record, RecordBody body, byte[] changed) {
    return holdsBytes(record.value()) ? body.withBytes(changed) : changed;
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }

  @Override
  public String version() {
    return PluginVersion.get();
  }

  @Override
  public void close() {}
}
