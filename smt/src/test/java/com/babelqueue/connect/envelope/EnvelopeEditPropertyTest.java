package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Edits of generated envelopes: what was to change has changed, all else is the same. */
class EnvelopeEditPropertyTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ObjectMapper mapper =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private record Member(String key, String json) {}

  @Provide
  Arbitrary<String> space() {
    return Arbitraries.of("", "", "", " ", "\n  ", "\t", "\r\n");
  }

  @Provide
  Arbitrary<String> value() {
    Arbitrary<String> scalar =
        Arbitraries.of(
            "99.90",
            "1e3",
            "-0.0",
            "12345678901234567890",
            "-7",
            "true",
            "null",
            "\"\"",
            "\"Café — naïve ☕ 😀\"",
            "\"\\u00e9 \\\" \\\\ \\/ \\ud83d\\ude00\"",
            "\"},]\\\"{\"");
    Arbitrary<String> text =
        Arbitraries.strings()
            .ofMaxLength(12)
            .filter(s -> UTF_8.newEncoder().canEncode(s))
            .map(JsonEncoder::value);
    return Arbitraries.lazyOf(
        () -> scalar,
        () -> text,
        () ->
            Combinators.combine(value().list().ofMaxSize(3), space())
                .as((items, space) -> "[" + space + String.join(space + "," + space, items) + "]"),
        () -> members(value().map(json -> new Member("k", json)).list().ofMaxSize(3)));
  }

  private Arbitrary<String> members(Arbitrary<List<Member>> members) {
    return Combinators.combine(members, space(), space())
        .as(
            (list, before, after) ->
                list.stream()
                    .map(m -> before + "\"" + m.key() + "\"" + after + ":" + before + m.json())
                    .collect(Collectors.joining(after + ",", "{", after + "}")));
  }

  /** Some of the keys, each at most once, in any order. */
  private Arbitrary<List<Member>> some(List<Member> always, List<Arbitrary<Member>> perhaps) {
    Arbitrary<List<Member>> chosen = Arbitraries.just(List.of());
    for (Arbitrary<Member> candidate : perhaps) {
      chosen =
          Combinators.combine(chosen, candidate.optional())
              .as(
                  (list, member) -> {
                    List<Member> longer = new ArrayList<>(list);
                    member.ifPresent(longer::add);
                    return longer;
                  });
    }
    return chosen.flatMap(
        list -> {
          List<Member> all = new ArrayList<>(always);
          all.addAll(list);
          return Arbitraries.shuffle(all);
        });
  }

  private Arbitrary<Member> member(String key) {
    return value().map(json -> new Member(key, json));
  }

  @Provide
  Arbitrary<String> envelope() {
    Arbitrary<String> meta =
        members(
            some(
                List.of(new Member("schema_version", "1"), new Member("id", "\"i\"")),
                List.of(
                    member("ts"),
                    member("source"),
                    member("attempts"),
                    member("max_retries"),
                    member("x"),
                    member("vendor_é"))));
    Arbitrary<String> identity = Arbitraries.of("job", "\\u006aob", "urn", "u\\u0072n");
    return Combinators.combine(meta, members(member("p").list().ofMaxSize(2)), identity)
        .as(
            (metaJson, data, key) ->
                List.of(
                    new Member("meta", metaJson),
                    new Member("data", data),
                    new Member(key, "\" urn:é\\t\""),
                    new Member("trace_id", "\"t\"")))
        .flatMap(
            always ->
                members(
                    some(
                        always,
                        List.of(
                            member("timestamp"),
                            member("dead_letter"),
                            Arbitraries.of("0", "null", "3", "-1", "12345678901234567890")
                                .map(json -> new Member("attempts", json)),
                            member("extra"),
                            member("extra")))));
  }

  @Property(tries = 500)
  void setsTheCounterAndNothingElse(
      @ForAll("envelope") String text, @ForAll @IntRange(min = 0, max = 100) int attempts)
      throws IOException {
    Envelope before = scanner.scan(text.getBytes(UTF_8));
    assertThat(before.refusal()).isNull();
    byte[] edited = before.edit().attempts(attempts).toBytes();

    Envelope after = scanner.scan(edited);
    assertThat(after.attempts()).isEqualTo(attempts);
    assertThat(after.isAcceptable()).isTrue();
    String editedText = new String(edited, UTF_8);
    assertOutsideUnchanged(text, editedText);
    assertThat(withoutCounter(editedText)).isEqualTo(withoutCounter(text));
  }

  private JsonNode withoutCounter(String text) throws IOException {
    return ((ObjectNode) mapper.readTree(text)).without("attempts");
  }

  /** One contiguous change: the common start and the common end cover all that is not new. */
  private static void assertOutsideUnchanged(String before, String after) {
    int start = 0;
    int shorter = Math.min(before.length(), after.length());
    while (start < shorter && before.charAt(start) == after.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && before.charAt(before.length() - 1 - end) == after.charAt(after.length() - 1 - end)) {
      end++;
    }
    assertThat(before.substring(start, before.length() - end)).matches("[-0-9nul]*");
    assertThat(after.substring(start, after.length() - end)).matches("[-0-9a-z,\":]*");
  }

  @Property(tries = 500)
  void makesAllEditsTogether(@ForAll("envelope") String text) throws IOException {
    DeadLetter block = new DeadLetter(DeadLetter.Reason.POISON, "é\n", "X", 9, "q", 4);
    byte[] edited =
        scanner
            .scan(text.getBytes(UTF_8))
            .edit()
            .removeForbiddenKeys()
            .urnToJob()
            .deadLetter(block)
            .toBytes();

    ObjectNode expected = (ObjectNode) mapper.readTree(text);
    ObjectNode meta = (ObjectNode) expected.get("meta");
    meta.remove(List.of("ts", "source", "attempts", "max_retries"));
    expected.remove("timestamp");
    JsonNode urn = expected.remove("urn");
    if (urn != null) {
      expected.set("job", urn);
    }
    expected.set("attempts", mapper.readTree("4"));
    expected.set("dead_letter", mapper.readTree(block.toJson()));
    assertThat(mapper.readTree(edited)).isEqualTo(expected);
    Envelope after = scanner.scan(edited);
    assertThat(after.isAcceptable()).isTrue();
    assertThat(after.isDeadLettered()).isTrue();
    assertThat(after.urn()).isEqualTo("urn:é");
  }

  @Property(tries = 500)
  void removesWithoutTouchingWhatStays(@ForAll("envelope") String text) throws IOException {
    byte[] edited =
        scanner
            .scan(text.getBytes(UTF_8))
            .edit()
            .removeForbiddenKeys()
            .removeDeadLetter()
            .toBytes();
    ObjectNode expected = (ObjectNode) mapper.readTree(text);
    expected.remove(List.of("timestamp", "dead_letter"));
    ((ObjectNode) expected.get("meta")).remove(List.of("ts", "source", "attempts", "max_retries"));
    // The mapper's text keeps key order, and with exact decimals the lexemes up to their exponent.
    assertThat(mapper.readTree(edited).toString()).isEqualTo(expected.toString());
    assertThat(isSubsequence(edited, text.getBytes(UTF_8))).isTrue();
    assertThat(scanner.scan(edited).forbiddenKeys()).isEmpty();
  }

  private static boolean isSubsequence(byte[] part, byte[] whole) {
    int i = 0;
    for (byte b : whole) {
      if (i < part.length && part[i] == b) {
        i++;
      }
    }
    return i == part.length;
  }
}
