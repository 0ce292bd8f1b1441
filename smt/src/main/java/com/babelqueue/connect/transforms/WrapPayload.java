package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.PluginVersion;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.EnvelopeWriter;
import com.babelqueue.connect.envelope.PayloadText;
import com.babelqueue.connect.envelope.RecordLocation;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;

/**
 * Makes a canonical envelope of any record: a new message with {@code attempts} 0 (META-1 to
 * META-4), whose id stays the same when the record is read again, so that consumers see a
 * redelivery for what it is (IDM-1). {@code meta.created_at} is the record's timestamp, or now.
 *
 * <p>Key and headers stay as they are; {@link ProjectHeaders} after this writes the contract's
 * headers. Idempotent with {@code envelopes=pass}. For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class WrapPayload<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Make a BabelQueue envelope of any record, with URN, id, trace and data from settings, headers, key"
          + " or fields.";

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF = WrapSettings.CONFIG_DEF;

  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final Clock clock;
  private final EnvelopeWriter writer;
  private WrapSettings settings;

  /** For Connect. */
  public WrapPayload() {
    this(Clock.systemUTC());
  }

  WrapPayload(Clock clock) {
    this.clock = clock;
    this.writer = new EnvelopeWriter(clock);
  }

  @Override
  public void configure(Map<String, ?> values) {
    settings = new WrapSettings(new AbstractConfig(CONFIG_DEF, values, false));
  }

  @Override
  public R apply(R record) {
    if (record.value() == null) {
      return record;
    }
    try {
      RecordView view = new RecordView(record);
      byte[] data = data(view);
      return data == null ? record : wrapped(record, view, data);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "The record at " + RecordLocation.of(record) + " cannot be wrapped: " + e.getMessage(),
          e);
    }
  }

  /** Null when the value is an envelope that is to stay as it is. */
  private byte[] data(RecordView view) {
    byte[] object = PayloadText.objectOrNull(view.value(""));
    if (settings.passesEnvelopes && object != null && scanner.scan(object).isAcceptable()) {
      return null;
    }
    boolean whole = settings.dataFrom.is(WrapSettings.VALUE);
    if (whole && object != null) {
      return object;
    }
    SchemaAndValue content = whole ? view.value("") : settings.dataFrom.value(view);
    if (content == null) {
      throw new IllegalArgumentException("there is nothing where data.from looks");
    }
    return PayloadText.object(content, settings.wrapField);
  }

  private R wrapped(R record, RecordView view, byte[] data) {
    String urn = first(settings.urnFrom, view);
    String id = first(settings.idFrom, view);
    String trace = first(settings.traceFrom, view);
    if (urn == null) {
      urn = settings.urn(record.topic());
    }
    if (urn == null) {
      throw new IllegalArgumentException(
          "there is no URN where urn.from looks, and urn is not set");
    }
    if (id == null) {
      String text = new String(data, StandardCharsets.UTF_8);
      id = RecordCoordinates.id(record, settings.idSpace, text).toString();
    }
    byte[] body =
        writer
            .envelope(urn)
            .id(id)
            .traceId(trace == null ? NameBasedId.of("trace " + id).toString() : trace)
            .rawData(data)
            .queue(settings.queue(record.topic()))
            .lang(settings.lang)
            .createdAt(createdAt(record))
            .toBytes();
    return settings.writesBytes
        ? ChangedRecord.value(record, Schema.BYTES_SCHEMA, body, record.headers())
        : ChangedRecord.value(
            record,
            Schema.STRING_SCHEMA,
            new String(body, StandardCharsets.UTF_8),
            record.headers());
  }

  private long createdAt(R record) {
    boolean stamped = record.timestamp() != null && record.timestamp() > 0;
    return stamped ? record.timestamp() : clock.millis();
  }

  /** The text of the first source that has one; coordinates end the search. */
  private static String first(List<RecordSource> sources, RecordView view) {
    for (RecordSource source : sources) {
      if (source.is(WrapSettings.COORDINATES)) {
        return null;
      }
      String text =
          source.is(WrapSettings.TRACEPARENT)
              ? TraceParent.traceId(RecordView.text(view.header(ContractHeaders.TRACEPARENT)))
              : source.text(view);
      if (text != null) {
        return text;
      }
    }
    return null;
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
