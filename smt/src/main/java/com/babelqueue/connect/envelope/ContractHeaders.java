package com.babelqueue.connect.envelope;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * The names of the contract's Kafka headers and what an envelope projects into them (contract 3.6,
 * PRJ-1, PRJ-2, PRJ-5). Stateless; for any thread.
 */
public final class ContractHeaders {
  /** The URN. */
  public static final String JOB = "bq-job";

  /** {@code trace_id}. */
  public static final String TRACE_ID = "bq-trace-id";

  /** {@code meta.id}. */
  public static final String MESSAGE_ID = "bq-message-id";

  /** {@code meta.schema_version} in decimal; what the version gate reads. */
  public static final String SCHEMA_VERSION = "bq-schema-version";

  /** {@code meta.lang}. */
  public static final String SOURCE_LANG = "bq-source-lang";

  /** The attempts counter in decimal; on Kafka it overrides the body's (KFK-4). */
  public static final String ATTEMPTS = "bq-attempts";

  /** {@code meta.created_at} in milliseconds; SQS and Service Bus only, never on Kafka. */
  public static final String CREATED_AT = "bq-created-at";

  /** The delay in milliseconds of a delayed or retried record (contract 2.5, DEL-2). */
  public static final String DELAY = "bq-delay";

  /** The work topic a retry tier's record returns to (RTY-3). */
  public static final String ORIGINAL_TOPIC = "bq-original-topic";

  /**
   * Set to 1 by a redrive that asks consumers to skip their duplicate check (HDR-10); out of band.
   */
  public static final String REPLAY_BYPASS = "bq-replay-bypass";

  /** W3C trace context, carried unchanged (HDR-8); out of band. */
  public static final String TRACEPARENT = "traceparent";

  /** W3C trace state, carried unchanged (HDR-8); out of band. */
  public static final String TRACESTATE = "tracestate";

  /** The six names that {@link #project} may give, in its order. */
  public static final List<String> PROJECTED =
      List.of(JOB, TRACE_ID, MESSAGE_ID, SCHEMA_VERSION, SOURCE_LANG, ATTEMPTS);

  private ContractHeaders() {}

  /**
   * Gives each projected name and its text in contract order; what the body lacks is left out,
   * attempts are always given (PRJ-2).
   *
   * @param attempts the reconciled counter, which may differ from the body's
   */
  public static void project(Envelope envelope, int attempts, BiConsumer<String, String> header) {
    give(header, JOB, envelope.urn());
    give(header, TRACE_ID, envelope.traceId());
    give(header, MESSAGE_ID, envelope.id());
    if (envelope.schemaVersion() != 0) {
      header.accept(SCHEMA_VERSION, Integer.toString(envelope.schemaVersion()));
    }
    give(header, SOURCE_LANG, envelope.lang());
    header.accept(ATTEMPTS, Integer.toString(attempts));
  }

  private static void give(BiConsumer<String, String> header, String name, String value) {
    if (value != null) {
      header.accept(name, value);
    }
  }
}
