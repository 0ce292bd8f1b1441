package com.babelqueue.connect.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The decision columns of the contract's tables A1 to A6 and ALIAS, a case per cell. */
class AcceptanceTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private Envelope scan(EnvelopeText text) {
    return scanner.scan(text.bytes());
  }

  @Test
  void acceptsTheOrdinaryEnvelope() {
    Envelope envelope = scan(new EnvelopeText());
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.refusal()).isNull();
  }

  // ALIAS-1 to ALIAS-4, DEC-4; NONE stands for an absent key.
  @ParameterizedTest(name = "job {0}, urn {1}: {2}")
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "'\"urn:a\"',       NONE,              urn:a",
        "'\"urn:a\"',       '\"urn:b\"',       urn:a",
        "'\"urn:a\"',       7,                 urn:a",
        "NONE,              '\"urn:b\"',       urn:b",
        "null,              '\"urn:b\"',       urn:b",
        "'\"\"',            '\"urn:b\"',       urn:b",
        "'\"  \\t\\n \"',   '\"urn:b\"',       urn:b",
        "'\" urn:a\\n\"',   NONE,              urn:a",
        "NONE,              '\"\\turn:b \"',   urn:b",
        "'\"\\u00a0\"',     '\"urn:b\"',       '\u00a0'",
        "NONE,              NONE,              ",
        "'\" \"',           NONE,              ",
        "'\" \"',           '\" \"',           ",
        "NONE,              '\"\"',            ",
        "NONE,              null,              ",
        "NONE,              7,                 ",
        "7,                 '\"urn:b\"',       ",
        "true,              '\"urn:b\"',       ",
        "[],                '\"urn:b\"',       ",
        "{},                '\"urn:b\"',       ",
      })
  void resolvesTheIdentity(String job, String urn, String expected) {
    EnvelopeText text = new EnvelopeText().without("job");
    if (!job.equals("NONE")) {
      text.with("job", job);
    }
    if (!urn.equals("NONE")) {
      text.with("urn", urn);
    }
    Envelope envelope = scan(text);
    assertThat(envelope.urn()).isEqualTo(expected);
    assertThat(envelope.refusal()).isEqualTo(expected == null ? Refusal.MISSING_URN : null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1]", "\"meta\"", "1", "true", "null"})
  void refusesMetaThatIsNoObject(String meta) {
    assertThat(scan(new EnvelopeText().with("meta", meta)).refusal())
        .isEqualTo(Refusal.MISSING_META);
  }

  @Test
  void refusesAbsentMeta() {
    assertThat(scan(new EnvelopeText().without("meta")).refusal()).isEqualTo(Refusal.MISSING_META);
  }

  // A3
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"1\"",
        "true",
        "1.0",
        "1.9",
        "1e0",
        "1E0",
        "10e-1",
        "4294967297",
        "18446744073709551617",
        "2",
        "0",
        "-1",
        "null",
        "[1]",
        "{}"
      })
  void refusesOtherVersions(String version) {
    assertThat(scan(new EnvelopeText().withMeta("schema_version", version)).refusal())
        .isEqualTo(Refusal.UNSUPPORTED_SCHEMA_VERSION);
  }

  @Test
  void refusesAbsentVersion() {
    Envelope envelope = scan(new EnvelopeText().withoutMeta("schema_version"));
    assertThat(envelope.refusal()).isEqualTo(Refusal.UNSUPPORTED_SCHEMA_VERSION);
    assertThat(envelope.schemaVersion()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,2", "0,0", "-1,0", "1.0,0", "4294967297,2147483647", "null,0"})
  void readsTheVersion(String json, int expected) {
    assertThat(scan(new EnvelopeText().withMeta("schema_version", json)).schemaVersion())
        .isEqualTo(expected);
  }

  // A4
  @ParameterizedTest
  @ValueSource(strings = {"[1,2]", "[]", "null", "\"x\"", "1", "false"})
  void refusesDataThatIsNoObject(String data) {
    Envelope envelope = scan(new EnvelopeText().with("data", data));
    assertThat(envelope.refusal()).isEqualTo(Refusal.INVALID_DATA);
    assertThat(envelope.dataStart()).isEqualTo(-1);
    assertThat(envelope.dataEnd()).isEqualTo(-1);
  }

  @Test
  void refusesAbsentData() {
    assertThat(scan(new EnvelopeText().without("data")).refusal()).isEqualTo(Refusal.INVALID_DATA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"0\":\"a\"}", "{\"a\":{\"b\":[{}]}}"})
  void acceptsObjectsAsData(String data) {
    assertThat(scan(new EnvelopeText().with("data", data)).isAcceptable()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"[]|true", "[  ]|true", "[1]|false", "[[]]|false", "[{}]|false", "null|false"})
  void readsOnlyTheEmptyListAsDataWhenTold(String data, boolean acceptable) {
    Envelope envelope =
        new EnvelopeScanner(512, true).scan(new EnvelopeText().with("data", data).bytes());
    assertThat(envelope.isAcceptable()).isEqualTo(acceptable);
  }

  // A5
  @ParameterizedTest
  @ValueSource(
      strings = {"\"\"", "\" \"", "\" \\t\\r\\n\\f\\u000b\"", "7", "null", "{}", "[\"a\"]"})
  void refusesBlankOrMistypedTraceId(String trace) {
    Envelope envelope = scan(new EnvelopeText().with("trace_id", trace));
    assertThat(envelope.refusal()).isEqualTo(Refusal.MISSING_TRACE_ID);
    assertThat(envelope.traceId()).isNull();
  }

  @Test
  void refusesAbsentTraceId() {
    assertThat(scan(new EnvelopeText().without("trace_id")).refusal())
        .isEqualTo(Refusal.MISSING_TRACE_ID);
  }

  @ParameterizedTest
  @ValueSource(strings = {"not a uuid", "\u00a0", "\u3000", " x "})
  void takesAnyOtherTraceIdAsWritten(String trace) {
    Envelope envelope = scan(new EnvelopeText().with("trace_id", "\"" + trace + "\""));
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.traceId()).isEqualTo(trace);
  }

  // A6
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "3,3",
    "null,0",
    "-1,0",
    "-0,0",
    "-99999999999999999999,0",
    "2147483647,2147483647",
    "2147483648,2147483647",
    "9223372036854775807,2147483647",
    "99999999999999999999,2147483647"
  })
  void readsIntegerAttempts(String json, int expected) {
    Envelope envelope = scan(new EnvelopeText().with("attempts", json));
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.attempts()).isEqualTo(expected);
  }

  @Test
  void readsAbsentAttemptsAsZero() {
    Envelope envelope = scan(new EnvelopeText().without("attempts"));
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.attempts()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"1\"", "true", "1.5", "1.0", "1e3", "[]", "{}"})
  void refusesMistypedAttempts(String json) {
    assertThat(scan(new EnvelopeText().with("attempts", json)).refusal())
        .isEqualTo(Refusal.INVALID_ATTEMPTS);
  }

  // ACC-1, ACC-2
  @Test
  void checksNothingElse() {
    EnvelopeText text =
        new EnvelopeText()
            .withoutMeta("id")
            .withoutMeta("queue")
            .withMeta("lang", "\"cobol\"")
            .withMeta("created_at", "\"yesterday\"")
            .with("dead_letter", "[\"odd\"]")
            .with("JOB", "1")
            .with("extra_top", "{\"a\":[]}");
    Envelope envelope = scan(text);
    assertThat(envelope.isAcceptable()).isTrue();
    assertThat(envelope.lang()).isEqualTo("cobol");
    assertThat(envelope.id()).isNull();
    assertThat(envelope.isDeadLettered()).isFalse();
  }

  // ACC-3: everything is wrong, and is put right one by one in the order of precedence.
  @Test
  void reportsTheMostFundamentalReason() {
    EnvelopeText text = new EnvelopeText().with("job", "1").with("meta", "[]");
    text.with("data", "[]").with("trace_id", "\"\"").with("attempts", "\"1\"");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.MISSING_URN);
    text.with("job", "\"urn:a\"");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.MISSING_META);
    text.with("meta", "{\"schema_version\":2}");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.UNSUPPORTED_SCHEMA_VERSION);
    text.with("meta", "{\"schema_version\":1}");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.INVALID_DATA);
    text.with("data", "{}");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.MISSING_TRACE_ID);
    text.with("trace_id", "\"t\"");
    assertThat(scan(text).refusal()).isEqualTo(Refusal.INVALID_ATTEMPTS);
    text.with("attempts", "1");
    assertThat(scan(text).refusal()).isNull();
  }

  @Test
  void keepsTheCodesStable() {
    assertThat(Refusal.values())
        .extracting(Refusal::code)
        .containsExactly(
            "malformed_json",
            "invalid_utf8",
            "too_deep",
            "not_an_object",
            "duplicate_key",
            "missing_urn",
            "missing_meta",
            "unsupported_schema_version",
            "invalid_data",
            "missing_trace_id",
            "invalid_attempts");
    assertThat(Refusal.values()).extracting(Refusal::description).doesNotHaveDuplicates();
  }
}
