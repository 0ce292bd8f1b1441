package com.babelqueue.connect.transforms;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeWriter;
import com.babelqueue.connect.envelope.JsonMembers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * A mesh event as a BabelQueue envelope, and back (K-MESH-4, K-MESH-5). The same event always gives
 * the same bytes, so a redelivery keeps its identity across the two formats.
 *
 * <p>What the envelope has no field for becomes an unknown key of {@code meta}: {@code mesh_node},
 * {@code mesh_schema}, and {@code mesh_time} and {@code mesh_causation_id} where the envelope's own
 * field does not give the text back. Immutable.
 */
final class MeshEnvelope {
  private static final String NODE = "mesh_node";
  private static final String SCHEMA = "mesh_schema";
  private static final String TIME = "mesh_time";
  private static final String CAUSATION_ID = "mesh_causation_id";

  /** Time and ids always come from the event, so the clock is never asked. */
  private static final EnvelopeWriter WRITER = new EnvelopeWriter(Clock.systemUTC());

  private final String wrapField;
  private final String defaultNode;
  private final String lang;

  /**
   * @param wrapField name under which a payload that is no object becomes one; null refuses it
   * @param defaultNode {@code x-node} of an envelope without {@code mesh_node}; null refuses it
   * @param lang {@code meta.lang} of envelopes made here
   */
  MeshEnvelope(String wrapField, String defaultNode, String lang) {
    this.wrapField = wrapField;
    this.defaultNode = defaultNode;
    this.lang = lang;
  }

  byte[] write(MeshMessage event) throws MeshViolation {
    MeshHeaders headers = event.headers();
    String id = hyphenated(headers.eventId());
    String cause = headers.causationId();
    boolean traceable = MeshHeaders.isEventId(cause);
    EnvelopeWriter.Draft draft =
        WRITER
            .envelope(event.subject().urn())
            .id(id)
            .traceId(traceable ? hyphenated(cause) : id)
            .queue(event.subject().module())
            .rawData(data(event))
            .lang(lang)
            .createdAt(headers.millis())
            .meta(NODE, headers.node());
    if (headers.schema() != null) {
      draft.meta(SCHEMA, headers.schema());
    }
    if (!MeshTime.text(headers.millis()).equals(headers.time())) {
      draft.meta(TIME, headers.time());
    }
    if (cause != null && !traceable) {
      draft.meta(CAUSATION_ID, cause);
    }
    return draft.toBytes();
  }

  private byte[] data(MeshMessage event) throws MeshViolation {
    if (MeshMessage.members(event.body()) != null) {
      return event.body();
    }
    if (wrapField == null) {
      throw new MeshViolation("has a payload that is no object, and wrap.field is not set");
    }
    String payload = new String(event.body(), StandardCharsets.UTF_8);
    return ("{\"" + wrapField + "\":" + payload + "}").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an acceptable envelope. */
  MeshMessage read(Envelope envelope) throws MeshViolation {
    JsonMembers body = MeshMessage.members(envelope.body());
    JsonMembers meta = MeshMessage.members(body.bytes("meta"));
    MeshSubject subject = MeshSubject.ofUrn(envelope.urn());
    String id = plain(envelope.id());
    if (id == null) {
      throw new MeshViolation("has a meta.id that does not consist of 32 hexadecimal digits");
    }
    String node = meta.text(NODE) == null ? defaultNode : meta.text(NODE);
    if (node == null) {
      throw new MeshViolation("has no meta.mesh_node, and node is not set");
    }
    if (envelope.createdAt() < 0) {
      throw new MeshViolation("has no meta.created_at");
    }
    String trace = plain(envelope.traceId());
    String cause = trace == null || trace.equals(id) ? null : trace;
    Map<String, String> headers =
        Map.of(
            MeshHeaders.EVENT_ID, id,
            MeshHeaders.SOURCE, subject.module(),
            MeshHeaders.NODE, node,
            MeshHeaders.TIME, or(meta.text(TIME), MeshTime.text(envelope.createdAt())),
            MeshHeaders.CONTENT_TYPE, MeshHeaders.JSON,
            MeshHeaders.CAUSATION_ID, or(or(meta.text(CAUSATION_ID), cause), ""),
            MeshHeaders.SCHEMA, or(meta.text(SCHEMA), ""));
    byte[] data = Arrays.copyOfRange(envelope.body(), envelope.dataStart(), envelope.dataEnd());
    return MeshMessage.of(subject, MeshHeaders.of(headers::get), unwrapped(data), Map.of());
  }

  private byte[] unwrapped(byte[] data) throws MeshViolation {
    JsonMembers members = MeshMessage.members(data);
    boolean wrapped =
        wrapField != null && members.names().size() == 1 && members.names().contains(wrapField);
    return wrapped ? members.bytes(wrapField) : data;
  }

  private static String or(String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  private static String hyphenated(String hex) {
    return new UUID(Long.parseUnsignedLong(hex, 0, 16, 16), Long.parseUnsignedLong(hex, 16, 32, 16))
        .toString();
  }

  /** The 32 digits of an identity in lower case; null when it is of another form. */
  private static String plain(String id) {
    String plain = id == null ? null : id.replace("-", "").toLowerCase(Locale.ROOT);
    return MeshHeaders.isEventId(plain) ? plain : null;
  }
}
