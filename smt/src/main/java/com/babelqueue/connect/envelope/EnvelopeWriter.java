package com.babelqueue.connect.envelope;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Makes new envelopes (META-1 to META-4): {@code writer.envelope("urn:babel:orders:created")
 * .data(order).queue("orders").toBytes()}.
 *
 * <p>Immutable; one writer serves any number of threads.
 */
public final class EnvelopeWriter {
  /** The language tag of an envelope that names none (META-3). */
  public static final String LANG = "java";

  /** The only tags that a producer may write (META-1). */
  public static final Set<String> LANGS =
      Collections.unmodifiableSet(
          new LinkedHashSet<>(List.of("php", "go", "python", LANG, "dotnet", "node")));

  /** The queue of an envelope that names none (META-4). */
  public static final String DEFAULT_QUEUE = "default";

  /** One level less than an envelope may have, because the envelope is the first. */
  private static final EnvelopeScanner DATA_SCANNER =
      new EnvelopeScanner(EnvelopeScanner.DEFAULT_MAX_DEPTH - 1, false);

  private final Clock clock;
  private final Supplier<UUID> ids;

  /**
   * A writer with random version 4 UUIDs.
   *
   * @param clock gives {@code meta.created_at}
   */
  public EnvelopeWriter(Clock clock) {
    this(clock, UUID::randomUUID);
  }

  /**
   * A writer with ids of the caller's making.
   *
   * @param ids gives {@code meta.id} and, when none is reused, {@code trace_id}; must be safe for
   *     the threads that write
   */
  public EnvelopeWriter(Clock clock, Supplier<UUID> ids) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.ids = Objects.requireNonNull(ids, "ids");
  }

  /**
   * Begins an envelope.
   *
   * @param urn the identity, trimmed
   * @throws IllegalArgumentException when it is null or blank
   */
  public Draft envelope(String urn) {
    if (AsciiWhitespace.isBlank(urn)) {
      throw new IllegalArgumentException("urn must not be blank");
    }
    return new Draft(AsciiWhitespace.trim(urn));
  }

  /** One envelope on its way; for one thread. */
  public final class Draft {
    private static final Set<String> META_KEYS =
        Set.of("id", "queue", "lang", "schema_version", "created_at");

    private final String urn;
    private final Map<String, Object> extraMeta = new LinkedHashMap<>();
    private String data = "{}";
    private String queue = DEFAULT_QUEUE;
    private String traceId;
    private String id;
    private String lang = LANG;
    private Long createdAt;

    private Draft(String urn) {
      this.urn = urn;
    }

    /**
     * Sets the payload.
     *
     * @param members maps, lists, text, numbers, booleans, nulls, byte arrays (as base64 text),
     *     Structs and dates (as milliseconds since the epoch), nested at will; null for an empty
     *     object
     * @throws IllegalArgumentException for a number that is not finite (ENC-4) and for other types
     */
    public Draft data(Map<String, ?> members) {
      data = members == null ? "{}" : JsonEncoder.value(members);
      return this;
    }

    /**
     * Sets the payload to JSON that exists already; its bytes are taken over as they are.
     *
     * @throws IllegalArgumentException when it is not one JSON object in UTF-8
     */
    public Draft rawData(byte[] json) {
      Refusal refusal = DATA_SCANNER.scan(json).refusal();
      if (refusal != null && refusal.compareTo(Refusal.NOT_AN_OBJECT) <= 0) {
        throw new IllegalArgumentException("data: " + refusal.description());
      }
      data = new String(json, StandardCharsets.UTF_8);
      return this;
    }

    /** Sets {@code meta.queue}; null or blank means {@value #DEFAULT_QUEUE}. */
    public Draft queue(String name) {
      queue = AsciiWhitespace.isBlank(name) ? DEFAULT_QUEUE : name;
      return this;
    }

    /** Continues a trace; null or blank begins a new one. */
    public Draft traceId(String trace) {
      traceId = AsciiWhitespace.isBlank(trace) ? null : AsciiWhitespace.trim(trace);
      return this;
    }

    /**
     * Sets {@code meta.id} where the message has an identity already; null or blank means a new id.
     */
    public Draft id(String messageId) {
      id = AsciiWhitespace.isBlank(messageId) ? null : messageId;
      return this;
    }

    /**
     * Sets {@code meta.lang} for a message of another producer that is only carried here.
     *
     * @throws IllegalArgumentException when it is none of {@link #LANGS}
     */
    public Draft lang(String tag) {
      if (!LANGS.contains(tag)) {
        throw new IllegalArgumentException("lang must be one of " + LANGS);
      }
      lang = tag;
      return this;
    }

    /** Sets {@code meta.created_at} to a time that is known already; else it is now. */
    public Draft createdAt(long epochMillis) {
      createdAt = epochMillis;
      return this;
    }

    /**
     * Adds an unknown key to {@code meta}, after the known ones.
     *
     * @throws IllegalArgumentException when the key is known (UNK-3) or forbidden (FORB-3)
     */
    public Draft meta(String key, Object value) {
      for (ForbiddenKey forbidden : ForbiddenKey.values()) {
        if (forbidden.isIn(true, key)) {
          throw new IllegalArgumentException("forbidden key: " + forbidden.pointer());
        }
      }
      if (META_KEYS.contains(key)) {
        throw new IllegalArgumentException("meta." + key + " has its own setting");
      }
      extraMeta.put(key, value);
      return this;
    }

    /** The envelope: compact, in the order of ENV-1, {@code attempts} 0. */
    public byte[] toBytes() {
      Map<String, Object> meta = new LinkedHashMap<>();
      meta.put("id", id == null ? ids.get().toString() : id);
      meta.put("queue", queue);
      meta.put("lang", lang);
      meta.put("schema_version", 1);
      meta.put("created_at", createdAt == null ? (Long) clock.millis() : createdAt);
      meta.putAll(extraMeta);
      StringBuilder out = new StringBuilder("{\"job\":");
      JsonText.quote(out, urn);
      out.append(",\"trace_id\":");
      JsonText.quote(out, traceId == null ? ids.get().toString() : traceId);
      out.append(",\"data\":").append(data).append(",\"meta\":").append(JsonEncoder.value(meta));
      return out.append(",\"attempts\":0}").toString().getBytes(StandardCharsets.UTF_8);
    }
  }
}
