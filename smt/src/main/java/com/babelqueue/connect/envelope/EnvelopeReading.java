package com.babelqueue.connect.envelope;

/**
 * What one pass over a body finds. Filled by the one thread that scans and never changed once an
 * {@link Envelope} holds it.
 */
final class EnvelopeReading {
  static final int ABSENT = -1;

  /** So many digits, and a sign, fit a long whatever they are. */
  private static final int SAFE_DIGITS = 18;

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

  private static final JsonNames ROOT_NAMES =
      JsonNames.of(
          "job", "urn", "trace_id", "data", "meta", "attempts", "dead_letter", "timestamp");
  private static final JsonNames META_NAMES =
      JsonNames.of(
          "id",
          "queue",
          "lang",
          "schema_version",
          "created_at",
          "max_retries",
          "attempts",
          "source",
          "ts");
  private static final JsonNames DEAD_LETTER_NAMES = JsonNames.of("reason", "original_queue");

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
  Refusal read(JsonReader reader) throws BrokenJson {
    JsonType root = reader.readValue();
    if (root == JsonType.OBJECT) {
      readRoot(reader);
    } else {
      reader.finishValue();
    }
    reader.finish();
    return root == JsonType.OBJECT ? null : Refusal.NOT_AN_OBJECT;
  }

  private void readRoot(JsonReader reader) throws BrokenJson {
    for (String name = reader.nextOf(ROOT_NAMES); name != null; name = reader.nextOf(ROOT_NAMES)) {
      switch (name) {
        case "job" -> readJob(reader);
        case "urn" -> urn = AsciiWhitespace.trim(text(reader, URN));
        case "trace_id" -> traceId = text(reader, TRACE_ID);
        case "data" -> readData(reader);
        case "meta" -> readMeta(reader);
        case "attempts" -> readAttempts(reader);
        case "dead_letter" -> readDeadLetter(reader);
        case "timestamp" -> readForbidden(reader, ForbiddenKey.TIMESTAMP);
        default -> reader.finishValue();
      }
    }
  }

  private void readJob(JsonReader reader) throws BrokenJson {
    JsonType type = reader.type();
    jobMistyped = type != JsonType.STRING && type != JsonType.NULL;
    job = AsciiWhitespace.trim(text(reader, JOB));
  }

  private void readData(JsonReader reader) throws BrokenJson {
    mark(DATA);
    JsonType type = reader.type();
    int start = reader.valueStart();
    reader.finishValue();
    boolean accepted =
        type == JsonType.OBJECT
            || (emptyListAsData && type == JsonType.ARRAY && isEmptyList(start, reader.valueEnd()));
    dataStart = accepted ? start : ABSENT;
    dataEnd = accepted ? reader.valueEnd() : ABSENT;
  }

  private boolean isEmptyList(int start, int end) {
    for (int i = start + 1; i < end - 1; i++) {
      if (body[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  private void readMeta(JsonReader reader) throws BrokenJson {
    mark(META);
    metaIsObject = reader.type() == JsonType.OBJECT;
    if (!metaIsObject) {
      reader.finishValue();
      return;
    }
    for (String name = reader.nextOf(META_NAMES); name != null; name = reader.nextOf(META_NAMES)) {
      switch (name) {
        case "id" -> id = text(reader, ID);
        case "queue" -> queue = text(reader, QUEUE);
        case "lang" -> lang = text(reader, LANG);
        case "schema_version" -> {
          mark(SCHEMA_VERSION);
          schemaVersion = (int) Math.min(Math.max(integer(reader, 0), 0), Integer.MAX_VALUE);
        }
        case "created_at" -> {
          mark(CREATED_AT);
          long value = integer(reader, ABSENT);
          createdAt = value <= 0 || value == Long.MAX_VALUE ? ABSENT : value;
        }
        case "max_retries" -> readForbidden(reader, ForbiddenKey.META_MAX_RETRIES);
        case "attempts" -> readForbidden(reader, ForbiddenKey.META_ATTEMPTS);
        case "source" -> readForbidden(reader, ForbiddenKey.META_SOURCE);
        case "ts" -> readForbidden(reader, ForbiddenKey.META_TS);
        default -> reader.finishValue();
      }
    }
  }

  private void readAttempts(JsonReader reader) throws BrokenJson {
    mark(ATTEMPTS);
    JsonType type = reader.type();
    attemptsMistyped = type != JsonType.INTEGER && type != JsonType.NULL;
    attempts = (int) Math.min(Math.max(integer(reader, 0), 0), Integer.MAX_VALUE);
  }

  private void readDeadLetter(JsonReader reader) throws BrokenJson {
    mark(DEAD_LETTER);
    deadLettered = reader.type() == JsonType.OBJECT;
    if (!deadLettered) {
      reader.finishValue();
      return;
    }
    for (String name = reader.nextOf(DEAD_LETTER_NAMES);
        name != null;
        name = reader.nextOf(DEAD_LETTER_NAMES)) {
      switch (name) {
        case "reason" -> deadLetterReason = text(reader);
        case "original_queue" -> deadLetterOriginalQueue = text(reader);
        default -> reader.finishValue();
      }
    }
  }

  private void readForbidden(JsonReader reader, ForbiddenKey key) throws BrokenJson {
    mark(key.mask() << FORBIDDEN_SHIFT);
    reader.finishValue();
  }

  private void mark(int key) {
    duplicateKey |= (seen & key) != 0;
    seen |= key;
  }

  private String text(JsonReader reader, int key) throws BrokenJson {
    mark(key);
    return text(reader);
  }

  /** The current value as text; null when it is no string or blank. */
  private String text(JsonReader reader) throws BrokenJson {
    if (reader.type() != JsonType.STRING) {
      reader.finishValue();
      return null;
    }
    String text = reader.text();
    return AsciiWhitespace.isBlank(text) ? null : text;
  }

  /** The current value when it is an integer token, saturated to a long; else {@code otherwise}. */
  private long integer(JsonReader reader, long otherwise) throws BrokenJson {
    if (reader.type() != JsonType.INTEGER) {
      reader.finishValue();
      return otherwise;
    }
    return saturated(reader.valueStart(), reader.valueEnd());
  }

  private long saturated(int start, int end) {
    boolean negative = body[start] == '-';
    long value = 0;
    for (int i = negative ? start + 1 : start; i < end; i++) {
      int digit = body[i] - '0';
      if (i - start >= SAFE_DIGITS && value > (Long.MAX_VALUE - digit) / 10) {
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
