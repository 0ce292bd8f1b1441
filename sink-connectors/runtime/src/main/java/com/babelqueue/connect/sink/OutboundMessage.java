package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.envelope.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What a sender gets of a record: the body and all that a binding may project from it (CON-5).
 * Immutable, but for the arrays, which nobody changes; any thread may read it.
 */
public final class OutboundMessage {
  private final String destination;
  private final byte[] body;
  private final Envelope envelope;
  private final int attempts;
  private final List<NativeHeader> headers;
  private final byte[] key;
  private final Duration delay;
  private final Object location;
  private final UnaryOperator<String> variables;

  private OutboundMessage(Builder builder) {
    this.destination = Objects.requireNonNull(builder.destination, "destination");
    this.body = Objects.requireNonNull(builder.body, "body");
    this.envelope = builder.envelope;
    this.attempts = builder.attempts;
    this.headers = builder.headers;
    this.key = builder.key;
    this.delay = builder.delay;
    this.location = builder.location;
    this.variables = builder.variables;
  }

  /**
   * Begins a message.
   *
   * @param destination where it goes, rendered from {@link SinkConfig#destination()}
   * @param body the bytes to send; not copied
   * @param location whose text is topic, partition and offset of the record, for logs and errors
   */
  public static Builder to(String destination, byte[] body, Object location) {
    return new Builder(destination, body, location);
  }

  /** Where it goes: {@link SinkConfig#destination()} rendered for this record. */
  public String destination() {
    return destination;
  }

  /** The native body (PRJ-1): the record's bytes, with another counter only if attempts differ. */
  public byte[] body() {
    return body;
  }

  /**
   * The scanned envelope to project from; its own counter may be older than {@link #attempts()}.
   * Null when the body is sent raw, without any projection (PRJ-3).
   */
  public Envelope envelope() {
    return envelope;
  }

  /** The reconciled counter (KFK-4), the same as in {@link #body()}; 0 for a raw body. */
  public int attempts() {
    return attempts;
  }

  /**
   * The headers to carry beside the contract's own, sorted by name, none blank, none a contract
   * name of Kafka's (HDR-2, HDR-5, HDR-6). Values are Strings, or {@code byte[]} where the bytes
   * are no UTF-8 text. A header of a name that the target's binding projects itself loses (HDR-3).
   */
  public List<NativeHeader> headers() {
    return headers;
  }

  /** The record's key; null when it has none. */
  public byte[] key() {
    return key;
  }

  /** How long the message is to wait at the broker (contract 2.5); null for no delay. */
  public Duration delay() {
    return delay;
  }

  /** Topic, partition and offset of the record, for logs and errors. */
  public String location() {
    return location.toString();
  }

  /**
   * Another template for the same record, such as a session id or a routing key.
   *
   * @return null when the record has no value for a variable
   */
  public String render(NameTemplate template) {
    return template.render(variables);
  }

  /** The bytes it takes in memory, about. */
  public int size() {
    int size = body.length + (key == null ? 0 : key.length);
    for (NativeHeader header : headers) {
      size +=
          header.name().length()
              + (header.value() instanceof byte[] bytes
                  ? bytes.length
                  : ((String) header.value()).length());
    }
    return size;
  }

  /** Collects what is optional. For one thread. */
  public static final class Builder {
    private final String destination;
    private final byte[] body;
    private final Object location;
    private Envelope envelope;
    private int attempts;
    private List<NativeHeader> headers = List.of();
    private byte[] key;
    private Duration delay;
    private UnaryOperator<String> variables = variable -> null;

    private Builder(String destination, byte[] body, Object location) {
      this.destination = destination;
      this.body = body;
      this.location = location;
    }

    /** Sets the scanned envelope and its reconciled counter. */
    public Builder envelope(Envelope scanned, int reconciled) {
      this.envelope = scanned;
      this.attempts = reconciled;
      return this;
    }

    /** Sets the headers, sorted; values String or {@code byte[]}. */
    public Builder headers(List<NativeHeader> carried) {
      this.headers = List.copyOf(carried);
      return this;
    }

    /** Sets the key; null for none. */
    public Builder key(byte[] recordKey) {
      this.key = recordKey;
      return this;
    }

    /** Sets the delay; null for none. */
    public Builder delay(Duration wanted) {
      this.delay = wanted;
      return this;
    }

    /** Sets where templates find their values. */
    public Builder variables(UnaryOperator<String> values) {
      this.variables = values;
      return this;
    }

    /** The message. */
    public OutboundMessage build() {
      return new OutboundMessage(this);
    }
  }
}
