package com.babelqueue.connect.envelope;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * What one pass over a body finds. Filled by the one thread that scans and never changed once an
 * {@link Envelope} holds it.
 */
final class EnvelopeReading {
  static final int ABSENT = -1;

  private static final int JOB = 1;
  private static final int URN = 1 << 1;
  private static final int TRACE_ID = 1 << 2;
  private static final int DATA = 1 << 3;
  private static final int META = 1 << 4;
  private static final int ATTEMPTS = 1 << 5;
  private static final int DEAD_LETTER = 1 << 6;
  private static final int ID = 1 << 7;
  private static final int QUEUE = 1 << 8;
  private static final int LANG = 1 << 9;
  private static final int SCHEMA_VERSION = 1 << 10;
  private static final int CREATED_AT = 1 << 11;
  private static final int FORBIDDEN_SHIFT = 12;

  private final boolean emptyListAsData;

  final byte[] body;
  String traceId;
  String id;
  String queue;
  String lang;
  String deadLetterReason;
  String deadLetterOriginalQueue;
  int schemaVersion;
  long createdAt = ABSENT;
  int attempts;
  boolean deadLettered;
  int dataStart = ABSENT;
  int dataEnd = ABSENT;

  private String job;
  private String urn;
  private boolean jobMistyped;
  private boolean metaIsObject;
  private boolean attemptsMistyped;
  private boolean duplicateKey;
  private int seen;
  private Refusal broken;

  EnvelopeReading(byte[] body, boolean emptyListAsData) {
    this.body = body;
    this.emptyListAsData = emptyListAsData;
  }

  /** The reading of a body that does not decode: it has no fields. */
  EnvelopeReading(byte[] body, Refusal broken) {
    this(body, false);
    this.broken = broken;
  }

  /** Reads the whole body; null when it is one JSON object, whatever that holds. */
  Refusal read(OffsetJsonParser parser) throws IOException {
    JsonToken root = parser.nextToken();
    if (root == null) {
      return Refusal.MALFORMED_JSON;
    }
    if (root == JsonToken.START_OBJECT) {
      readRoot(parser);
    } else {
      parser.finishValue();
    }
    if (parser.nextToken() != null) {
      return Refusal.MALFORMED_JSON;
    }
    return root == JsonToken.START_OBJECT ? null : Refusal.NOT_AN_OBJECT;
  }

  private void readRoot(OffsetJsonParser parser) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "job" -> readJob(parser);
        case "urn" -> urn = AsciiWhitespace.trim(text(parser, URN));
        case "trace_id" -> traceId = text(parser, TRACE_ID);
        case "data" -> readData(parser);
        case "meta" -> readMeta(parser);
        case "attempts" -> readAttempts(parser);
        case "dead_letter" -> readDeadLetter(parser);
        case "timestamp" -> readForbidden(parser, ForbiddenKey.TIMESTAMP);
        default -> parser.finishValue();
      }
    }
  }

  private void readJob(OffsetJsonParser parser) throws IOException {
    JsonToken type = parser.currentToken();
    jobMistyped = type != JsonToken.VALUE_STRING && type != JsonToken.VALUE_NULL;
    job = AsciiWhitespace.trim(text(parser, JOB));
  }

  private void readData(OffsetJsonParser parser) throws IOException {
    mark(DATA);
    JsonToken type = parser.currentToken();
    int start = parser.valueStart();
    parser.finishValue();
    boolean accepted =
        type == JsonToken.START_OBJECT
            || (emptyListAsData
                && type == JsonToken.START_ARRAY
                && isEmptyList(start, parser.valueEnd()));
    dataStart = accepted ? start : ABSENT;
    dataEnd = accepted ? parser.valueEnd() : ABSENT;
  }

  private boolean isEmptyList(int start, int end) {
    for (int i = start + 1; i < end - 1; i++) {
      if (body[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  private void readMeta(OffsetJsonParser parser) throws IOException {
    mark(META);
    metaIsObject = parser.currentToken() == JsonToken.START_OBJECT;
    if (!metaIsObject) {
      parser.finishValue();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "id" -> id = text(parser, ID);
        case "queue" -> queue = text(parser, QUEUE);
        case "lang" -> lang = text(parser, LANG);
        case "schema_version" -> {
          mark(SCHEMA_VERSION);
          schemaVersion = (int) Math.min(Math.max(integer(parser, 0), 0), Integer.MAX_VALUE);
        }
        case "created_at" -> {
          mark(CREATED_AT);
          long value = integer(parser, ABSENT);
          createdAt = value <= 0 || value == Long.MAX_VALUE ? ABSENT : value;
        }
        case "max_retries" -> readForbidden(parser, ForbiddenKey.META_MAX_RETRIES);
        case "attempts" -> readForbidden(parser, ForbiddenKey.META_ATTEMPTS);
        case "source" -> readForbidden(parser, ForbiddenKey.META_SOURCE);
        case "ts" -> readForbidden(parser, ForbiddenKey.META_TS);
        default -> parser.finishValue();
      }
    }
  }

  private void readAttempts(OffsetJsonParser parser) throws IOException {
    mark(ATTEMPTS);
    JsonToken type = parser.currentToken();
    attemptsMistyped = type != JsonToken.VALUE_NUMBER_INT && type != JsonToken.VALUE_NULL;
    attempts = (int) Math.min(Math.max(integer(parser, 0), 0), Integer.MAX_VALUE);
  }

  private void readDeadLetter(OffsetJsonParser parser) throws IOException {
    mark(DEAD_LETTER);
    deadLettered = parser.currentToken() == JsonToken.START_OBJECT;
    if (!deadLettered) {
      parser.finishValue();
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      parser.nextToken();
      switch (key) {
        case "reason" -> deadLetterReason = text(parser);
        case "original_queue" -> deadLetterOriginalQueue = text(parser);
        default -> parser.finishValue();
      }
    }
  }

  private void readForbidden(OffsetJsonParser parser, ForbiddenKey key) throws IOException {
    mark(key.mask() << FORBIDDEN_SHIFT);
    parser.finishValue();
  }

  private void mark(int key) {
    duplicateKey |= (seen & key) != 0;
    seen |= key;
  }

  private String text(OffsetJsonParser parser, int key) throws IOException {
    mark(key);
    return text(parser);
  }

  /** The current value as text; null when it is no string or blank. */
  private String text(OffsetJsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      parser.finishValue();
      return null;
    }
    String text = parser.plainText();
    if (text == null) {
      int start = parser.valueStart() + 1;
      parser.finishValue();
      text = JsonText.decode(body, start, parser.valueEnd() - 1);
    }
    return AsciiWhitespace.isBlank(text) ? null : text;
  }

  /** The current value when it is an integer token, saturated to a long; else {@code otherwise}. */
  private long integer(OffsetJsonParser parser, long otherwise) throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      parser.finishValue();
      return otherwise;
    }
    return saturated(parser.valueStart(), parser.valueEnd());
  }

  private long saturated(int start, int end) {
    boolean negative = body[start] == '-';
    long value = 0;
    for (int i = negative ? start + 1 : start; i < end; i++) {
      int digit = body[i] - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        return negative ? Long.MIN_VALUE : Long.MAX_VALUE;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  /** The identity of the message (ALIAS-1 to ALIAS-4); null when it has none. */
  String identity() {
    if (jobMistyped) {
      return null;
    }
    return job != null ? job : urn;
  }

  int forbiddenKeys() {
    return seen >>> FORBIDDEN_SHIFT;
  }

  Refusal refusal() {
    if (broken != null) {
      return broken;
    }
    if (duplicateKey) {
      return Refusal.DUPLICATE_KEY;
    }
    if (identity() == null) {
      return Refusal.MISSING_URN;
    }
    if (!metaIsObject) {
      return Refusal.MISSING_META;
    }
    if (schemaVersion != 1) {
      return Refusal.UNSUPPORTED_SCHEMA_VERSION;
    }
    if (dataStart == ABSENT) {
      return Refusal.INVALID_DATA;
    }
    if (traceId == null) {
      return Refusal.MISSING_TRACE_ID;
    }
    return attemptsMistyped ? Refusal.INVALID_ATTEMPTS : null;
  }
}
