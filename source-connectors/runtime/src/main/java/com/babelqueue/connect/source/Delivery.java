package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.NativeHeader;
import java.util.List;
import java.util.Objects;

/**
 * One message as a broker delivered it, with the handle that settles it.
 *
 * <p>A receiver builds it, the engine tracks it until it is settled, and the record handed to
 * Connect carries it, so that {@code commitRecord} finds its way back without any lookup (DESIGN
 * section 3, fact 3). Everything a receiver sets is immutable; the fields that change belong to the
 * engine's thread alone.
 */
public final class Delivery {
  private final String queue;
  private final byte[] body;
  private final Object handle;
  private final long epoch;
  private final String messageId;
  private final List<NativeHeader> headers;
  private final List<NativeHeader> metadata;
  private final String group;
  private final Object versionField;
  private final Object attemptsField;
  private final int deliveryCount;
  private final int size;

  /** Owned by the engine's thread. */
  private boolean open = true;

  /** Ticker value at which the lock has to be renewed; owned by the engine's thread. */
  private long renewAt;

  /** Null unless it becomes an ordinary record; owned by the engine's thread. */
  private String idempotencyKey;

  private Delivery(Builder builder) {
    this.queue = Objects.requireNonNull(builder.queue, "queue");
    this.body = Objects.requireNonNull(builder.body, "body");
    this.handle = Objects.requireNonNull(builder.handle, "handle");
    this.epoch = builder.epoch;
    this.messageId = builder.messageId;
    this.headers = builder.headers;
    this.metadata = builder.metadata;
    this.group = builder.group;
    this.versionField = builder.versionField;
    this.attemptsField = builder.attemptsField;
    this.deliveryCount = builder.deliveryCount;
    this.size = body.length + builder.overhead;
  }

  /**
   * Begins a delivery.
   *
   * @param queue the queue as the settings name it
   * @param body the body's bytes, exactly as they came; not copied
   * @param handle what the receiver needs to settle it; only that receiver looks inside
   * @param epoch the {@link Receiver#epoch()} in which the handle is good
   */
  public static Builder of(String queue, byte[] body, Object handle, long epoch) {
    return new Builder(queue, body, handle, epoch);
  }

  /** The queue it came from, as the settings name it. */
  public String queue() {
    return queue;
  }

  /** The body's bytes as they came; callers must not change them. */
  public byte[] body() {
    return body;
  }

  /** The receiver's own settlement handle. */
  public Object handle() {
    return handle;
  }

  /** The session or channel epoch in which {@link #handle()} is good. */
  public long epoch() {
    return epoch;
  }

  /** The broker's id of the message, for logs; null where the broker has none. */
  public String messageId() {
    return messageId;
  }

  /** Every native header, contract ones included, in the order the broker gave. */
  public List<NativeHeader> headers() {
    return headers;
  }

  /** Native metadata beside the headers (sent time, exchange, sequence number), already named. */
  public List<NativeHeader> metadata() {
    return metadata;
  }

  /** The native ordering key (message group, session, partition or routing key); null if none. */
  public String group() {
    return group;
  }

  /** The native value the version gate looks at; null when absent (GATE-2). */
  public Object versionField() {
    return versionField;
  }

  /** The native value that {@code attempts} is reconciled with; null when absent. */
  public Object attemptsField() {
    return attemptsField;
  }

  /** How often the broker has delivered it, this time included; 0 where the broker does not say. */
  public int deliveryCount() {
    return deliveryCount;
  }

  /** Bytes this delivery holds in memory, for {@code max.in.flight.bytes}. */
  int size() {
    return size;
  }

  /** Whether it still waits for its settlement. Engine's thread only. */
  boolean isOpen() {
    return open;
  }

  /** Marks it settled or given up. Engine's thread only. */
  void close() {
    open = false;
  }

  /** Ticker value at which its lock is renewed next. Engine's thread only. */
  long renewAt() {
    return renewAt;
  }

  /** Sets the next renewal. Engine's thread only. */
  void renewAt(long tick) {
    this.renewAt = tick;
  }

  /**
   * What deduplication knows the message by (IDM-1); null or blank when it has no say about it.
   * Engine's thread only.
   */
  String idempotencyKey() {
    return idempotencyKey;
  }

  /** Says what deduplication knows the message by. Engine's thread only. */
  void idempotencyKey(String key) {
    this.idempotencyKey = key;
  }

  /** Names the message for a log line or an error: queue and id, never content. */
  @Override
  public String toString() {
    return "message " + (messageId == null ? "without id" : messageId) + " of queue " + queue;
  }

  /** Collects what a receiver knows of a message. Used by one thread. */
  public static final class Builder {
    private final String queue;
    private final byte[] body;
    private final Object handle;
    private final long epoch;
    private String messageId;
    private List<NativeHeader> headers = List.of();
    private List<NativeHeader> metadata = List.of();
    private String group;
    private Object versionField;
    private Object attemptsField;
    private int deliveryCount;
    private int overhead;

    private Builder(String queue, byte[] body, Object handle, long epoch) {
      this.queue = queue;
      this.body = body;
      this.handle = handle;
      this.epoch = epoch;
    }

    /** The broker's id of the message; null leaves it out. */
    public Builder messageId(String id) {
      this.messageId = id;
      return this;
    }

    /** All native headers; the list is kept, not copied. */
    public Builder headers(List<NativeHeader> all) {
      this.headers = all;
      return this;
    }

    /** Native metadata under names that carry the broker's prefix; kept, not copied. */
    public Builder metadata(List<NativeHeader> all) {
      this.metadata = all;
      return this;
    }

    /** The native ordering key; null where there is none. */
    public Builder group(String key) {
      this.group = key;
      return this;
    }

    /** What the version gate looks at; null when absent. */
    public Builder versionField(Object value) {
      this.versionField = value;
      return this;
    }

    /** What attempts are reconciled with, in any type; null when absent. */
    public Builder attemptsField(Object value) {
      this.attemptsField = value;
      return this;
    }

    /** How often the message was delivered, this time included; 0 when unknown. */
    public Builder deliveryCount(int count) {
      this.deliveryCount = count;
      return this;
    }

    /** Bytes that headers and metadata take beside the body. */
    public Builder overhead(int bytes) {
      this.overhead = bytes;
      return this;
    }

    /** The delivery. */
    public Delivery build() {
      return new Delivery(this);
    }
  }
}
