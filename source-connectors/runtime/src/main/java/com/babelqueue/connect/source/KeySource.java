package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.Envelope;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** Says what becomes the record key (KFK-2: none unless asked for). Immutable. */
final class KeySource {
  private static final String HEADER_PREFIX = "header:";
  private static final String FORM = "none, id, trace_id, group or header:NAME";

  private final Kind kind;
  private final String header;

  private KeySource(Kind kind, String header) {
    this.kind = kind;
    this.header = header;
  }

  /**
   * @throws ConfigException naming the setting
   */
  static KeySource parse(String text) {
    if (text.startsWith(HEADER_PREFIX) && text.length() > HEADER_PREFIX.length()) {
      return new KeySource(Kind.HEADER, text.substring(HEADER_PREFIX.length()));
    }
    return switch (text) {
      case "none" -> new KeySource(Kind.NONE, null);
      case "id" -> new KeySource(Kind.ID, null);
      case "trace_id" -> new KeySource(Kind.TRACE_ID, null);
      case "group" -> new KeySource(Kind.GROUP, null);
      default -> throw new ConfigException(SourceConfig.KEY, text, "must be " + FORM);
    };
  }

  /**
   * The key of a record.
   *
   * @param envelope null for a body that is not one; keys from the envelope are then null
   * @return a native value, or null for no key
   */
  Object of(Delivery delivery, Envelope envelope) {
    return switch (kind) {
      case NONE -> null;
      case ID -> envelope == null ? null : envelope.id();
      case TRACE_ID -> envelope == null ? null : envelope.traceId();
      case GROUP -> delivery.group();
      case HEADER -> headerOf(delivery);
    };
  }

  private Object headerOf(Delivery delivery) {
    Object value = null;
    for (NativeHeader candidate : delivery.headers()) {
      if (candidate.name().equals(header)) {
        value = candidate.value();
      }
    }
    return value;
  }

  private enum Kind {
    NONE,
    ID,
    TRACE_ID,
    GROUP,
    HEADER
  }

  /** Checks the setting. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      parse((String) value);
    }

    @Override
    public String toString() {
      return FORM;
    }
  }
}
