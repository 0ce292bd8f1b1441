package com.babelqueue.connect.envelope;

import java.util.Locale;

/**
 * Why a body is not an acceptable envelope: exactly one reason, the most fundamental one first
 * (rule ACC-3). The order of the constants is the order of precedence.
 *
 * <p>The {@linkplain #code() code} is a stable text for headers, metrics and logs. A body is either
 * refused with one of these or acceptable; a refusal is poison, which a retry cannot cure (POI-1).
 */
public enum Refusal {
  /**
   * Not one complete JSON text: broken syntax, nothing at all, or content after the end (DEC-1).
   */
  MALFORMED_JSON("the body is not one complete JSON text"),
  /** JSON in shape, but its bytes are not UTF-8 (ENC-1). */
  INVALID_UTF8("the body is not valid UTF-8"),
  /** Nested deeper than the scanner's limit; what follows the limit was not read. */
  TOO_DEEP("the body is nested deeper than the limit"),
  /** JSON, but not an object at the top (DEC-1). */
  NOT_AN_OBJECT("the body is not a JSON object"),
  /** A key of the contract occurs twice in one object, so its value is ambiguous. */
  DUPLICATE_KEY("a contract key occurs more than once"),
  /** Neither {@code job} nor {@code urn} names the message (A1, ALIAS-3, DEC-4). */
  MISSING_URN("neither job nor urn identifies the message"),
  /** {@code meta} is absent or not an object (A2). */
  MISSING_META("meta is missing or not an object"),
  /** {@code meta.schema_version} is not the integer 1 (A3). */
  UNSUPPORTED_SCHEMA_VERSION("meta.schema_version is not the integer 1"),
  /** {@code data} is absent or not an object (A4). */
  INVALID_DATA("data is missing or not an object"),
  /** {@code trace_id} is absent, blank or not text (A5). */
  MISSING_TRACE_ID("trace_id is missing or blank"),
  /** {@code attempts} is present and not an integer (A6). */
  INVALID_ATTEMPTS("attempts is not an integer");

  private final String code;
  private final String description;

  Refusal(String description) {
    this.code = name().toLowerCase(Locale.ROOT);
    this.description = description;
  }

  /** The stable text of this reason, for example {@code missing_urn}. */
  public String code() {
    return code;
  }

  /** One human sentence without a full stop; it holds nothing of the body. */
  public String description() {
    return description;
  }

  /**
   * Whether the body was read to its end as one unambiguous JSON object, so that it can be edited.
   */
  boolean isAfterDecoding() {
    return compareTo(DUPLICATE_KEY) > 0;
  }
}
