package com.babelqueue.connect.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Makes up acceptable envelopes with all that a bridge may be tempted to change: any order of keys,
 * space between tokens, unknown keys, numbers beyond every type and with a form of their own,
 * escapes that could be written literally, and text of many scripts. The same seed gives the same
 * records. One thread.
 *
 * <p>Header names and values, keys and counts of headers are such that every broker of the contract
 * can carry them (HDR-11, SQS-2).
 */
final class RecordGenerator {
  private static final int DEEPEST = 4;

  /** SQS has ten attributes, six of which the contract takes. */
  private static final int MOST_HEADERS = 4;

  private static final String[] SCRIPTS = {
    "abcXYZ 0123_-.,:;!?/<>&=+~#'",
    "ğüşıöçİĞ",
    "жщюЯ",
    "漢字かな",
    "שלום",
    "عربي",
    "☕€—“”",
    "😀🚀👩‍👧",
    "é́\u00a0\u2028"
  };
  private static final String[] NUMBERS = {
    "0",
    "-0",
    "7",
    "99.90",
    "1e3",
    "1E+3",
    "-2.50e-10",
    "0.1",
    "10000000.0",
    "9007199254740993",
    "18446744073709551616",
    "123456789012345678901234567890123456789",
    "-98765432109876543210.1234500"
  };
  private static final String[] ESCAPES = {
    "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\u00e9", "\\u0000", "\\uD83D\\uDE00"
  };
  private static final String KEY_LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_";
  private static final String NAME_LETTERS = "abcdefghijklmnopqrstuvwxyz_";

  private final Random random;
  private final long now;
  private boolean spaced;

  /**
   * @param now about the time of production, in ms; Kafka refuses what is far in the future
   */
  RecordGenerator(long seed, long now) {
    this.random = new Random(seed);
    this.now = now;
  }

  List<GeneratedRecord> records(int count) {
    List<GeneratedRecord> records = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      records.add(record());
    }
    return records;
  }

  private GeneratedRecord record() {
    spaced = random.nextInt(4) == 0;
    String urn = "urn:babel:" + word(KEY_LETTERS.toLowerCase(Locale.ROOT), 8) + ":created";
    String id = uuid();
    String traceId = uuid();
    String lang = oneOf("php", "go", "java", "node", "cobol");
    long createdAt = now - random.nextInt(1_000_000);
    int attempts = random.nextInt(4);
    boolean counted = attempts > 0 || random.nextBoolean();

    List<String> meta = new ArrayList<>();
    meta.add(member("id", quoted(id)));
    meta.add(member("queue", quoted(plainText(8))));
    meta.add(member("lang", quoted(lang)));
    meta.add(member("schema_version", "1"));
    meta.add(member("created_at", Long.toString(createdAt)));
    addUnknown(meta);
    List<String> root = new ArrayList<>();
    root.add(member(random.nextInt(8) == 0 ? "urn" : "job", quoted(urn)));
    root.add(member("trace_id", quoted(traceId)));
    root.add(member("data", data()));
    root.add(member("meta", object(meta)));
    if (counted) {
      root.add(member("attempts", Integer.toString(attempts)));
    }
    addUnknown(root);

    Map<String, String> contract = new LinkedHashMap<>();
    contract.put("bq-job", urn);
    contract.put("bq-trace-id", traceId);
    contract.put("bq-message-id", id);
    contract.put("bq-schema-version", "1");
    contract.put("bq-source-lang", lang);
    contract.put("bq-attempts", Integer.toString(attempts));
    return new GeneratedRecord(id, key(), object(root), headers(), contract, createdAt);
  }

  private void addUnknown(List<String> members) {
    for (int i = random.nextInt(3); i > 0; i--) {
      members.add(member("x_" + i + word(NAME_LETTERS, 6), value(1)));
    }
    if (random.nextBoolean()) {
      Collections.shuffle(members, random);
    }
  }

  private String data() {
    List<String> members = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      members.add(quoted(i + plainText(6)) + gap() + ":" + gap() + value(1));
    }
    // What the header frame of Redis is known by must be harmless inside of data.
    if (random.nextInt(10) == 0) {
      members.add(member("__bq_frame", "1"));
      members.add(member("body", quoted("no frame")));
    }
    return object(members);
  }

  private String value(int depth) {
    return switch (random.nextInt(depth < DEEPEST ? 8 : 5)) {
      case 0 -> oneOf("true", "false", "null");
      case 1, 2 -> oneOf(NUMBERS);
      case 3, 4 -> quoted(richText());
      case 5, 6 -> nestedObject(depth + 1);
      default -> nestedArray(depth + 1);
    };
  }

  private String nestedObject(int depth) {
    List<String> members = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      members.add(member(i + word(NAME_LETTERS, 5), value(depth)));
    }
    return object(members);
  }

  private String nestedArray(int depth) {
    List<String> items = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      items.add(value(depth));
    }
    return "[" + gap() + String.join(gap() + "," + gap(), items) + gap() + "]";
  }

  private String object(List<String> members) {
    return "{" + gap() + String.join(gap() + "," + gap(), members) + gap() + "}";
  }

  private String member(String name, String value) {
    return quoted(name) + gap() + ":" + gap() + value;
  }

  private String gap() {
    return spaced ? oneOf("", " ", "\n", "\t", "  ", "\r\n") : "";
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new TreeMap<>();
    headers.put(
        "traceparent",
        String.format(
            Locale.ROOT,
            "00-%016x%016x-%016x-01",
            random.nextLong(),
            random.nextLong(),
            random.nextLong()));
    for (int i = random.nextInt(MOST_HEADERS); i > 0; i--) {
      headers.put("x_" + i + word(NAME_LETTERS, 8), "v" + plainText(12) + i);
    }
    return headers;
  }

  private String key() {
    return random.nextInt(4) == 0 ? null : "k" + word(KEY_LETTERS, 12);
  }

  /** Literal characters with some that are written as escapes. */
  private String richText() {
    StringBuilder text = new StringBuilder(plainText(10));
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(oneOf(ESCAPES)).append(plainText(4));
    }
    return text.toString();
  }

  /** Characters that need no escape, of one script or another, never blank. */
  private String plainText(int most) {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(most); i > 0; i--) {
      String script = oneOf(SCRIPTS);
      int[] characters = script.codePoints().toArray();
      text.appendCodePoint(characters[random.nextInt(characters.length)]);
    }
    return text.toString();
  }

  private String word(String letters, int most) {
    StringBuilder word = new StringBuilder("w");
    for (int i = random.nextInt(most); i > 0; i--) {
      word.append(letters.charAt(random.nextInt(letters.length())));
    }
    return word.toString();
  }

  private String uuid() {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  private String oneOf(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
