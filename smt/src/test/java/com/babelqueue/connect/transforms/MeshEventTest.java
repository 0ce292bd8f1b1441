package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a mesh event and what is not, and what becomes of the rest. */
class MeshEventTest extends MeshEventCases {
  @Test
  void passesAnEventOnAsItIs() {
    headers.put("x-causation-id", CAUSE);
    headers.put("x-schema", "s");
    headers.put("traceparent", "p");
    SourceRecord event = event();
    assertThat(apply(event, "validate")).isSameAs(event);
    headers.replaceAll((name, text) -> text.toString().getBytes(UTF_8));
    SourceRecord bytes = event();
    assertThat(apply(bytes, "validate")).isSameAs(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x-event-id", "x-source", "x-node", "x-time", "content-type"})
  void refusesAMissingOrBlankHeader(String name) {
    headers.put(name, " ");
    assertRefused(event(), "validate", "no header " + name);
    headers.remove(name);
    assertRefused(event(), "validate", "no header " + name);
    assertRefused(event(), "to-babelqueue", "no header " + name);
  }

  @ParameterizedTest
  @CsvSource({
    "x-event-id, 0123456789ABCDEF0123456789ABCDEF",
    "x-event-id, 01234567-89ab-cdef-0123-456789abcdef",
    "x-event-id, 0123456789abcdef0123456789abcde",
    "x-source, Shop",
    "content-type, application/json; charset=utf-8",
    "content-type, Application/json",
    "x-time, 2026-09-26",
    "x-time, 2026-09-26T12:00Z",
    "x-time, 2026-09-26 12:00:00Z",
    "x-time, 2026-09-26T12:00:00",
    "x-time, 2026-02-30T12:00:00Z",
    "x-time, 2026-09-26T12:00:00+0200",
    "x-time, 1969-09-26T12:00:00Z",
    "x-time, 1790424000000"
  })
  void refusesAnotherForm(String name, String text) {
    headers.put(name, text);
    assertRefused(event(), "validate", name);
  }

  @Test
  void refusesAHeaderThatAConverterRetyped() {
    headers.put("x-event-id", new java.math.BigDecimal("12345678901234567890123456789012"));
    assertRefused(event(), "validate", "header.converter");
  }

  @Test
  void refusesARepeatedHeader() {
    SourceRecord event = event();
    event.headers().addString("x-event-id", ID);
    assertRefused(event, "validate", "x-event-id more than once");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders",
        "mesh.mod.shop.event",
        "mesh.mod.shop.event.",
        "mesh.mod.shop.event.a..b",
        "mesh.mod..event.a",
        "mesh.mod.shop.cmd.a",
        "Mesh.mod.shop.event.a"
      })
  void refusesAnotherSubject(String subject) {
    assertRefused(record(subject, BODY, headers), "validate", "has a ");
  }

  @Test
  void readsTheSubjectByPosition() {
    headers.put("x-source", "event");
    SourceRecord event = record("mesh.mod.event.event.event.b.c", BODY, headers);
    SourceRecord envelope = apply(event, "to-babelqueue");
    assertThat(envelope.value().toString()).contains("\"job\":\"urn:babel:event:event.b.c\"");
  }

  @Test
  void readsTheSubjectFromAHeaderWhenTold() {
    settings.put("subject", "header");
    assertRefused(event(), "validate", "subject");
    headers.put("x-subject", SUBJECT);
    SourceRecord event = record("events", BODY, headers);
    assertThat(apply(event, "validate")).isSameAs(event);
    assertThat(headersOf(apply(event, "to-babelqueue"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"x-time\":1}",
        "{\"a\":{},\"x-event-id\":\"canary\"}",
        "{\"headers\":{\"content-type\":\"canary\"}}",
        "{\"body\":{},\"module\":\"a\",\"key\":\"canary\"}"
      })
  void refusesANestedEnvelope(String body) {
    assertRefused(record(SUBJECT, body, headers), "validate", "nested");
    assertRefused(record("t", fixture(body, ""), Map.of()), "from-fixture", "nested");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"body\":\"text\"}",
        "{\"body\":{},\"key\":1}",
        "{\"headers\":{\"x-rate\":1}}",
        "{\"headers\":7,\"x-schema\":1}",
        "[1,2]",
        "7",
        "null"
      })
  void passesPayloadsThatOnlyLookLikeOne(String body) {
    SourceRecord event = record(SUBJECT, body, headers);
    assertThat(apply(event, "validate")).isSameAs(event);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{canary", "{} canary", "{\"a\":1,\"a\":\"canary\"}"})
  void refusesABodyThatIsNoJson(String body) {
    assertRefused(record(SUBJECT, body, headers), "validate", "has a value that ");
  }

  @Test
  void refusesAValueOfAnotherType() {
    assertRefused(record(SUBJECT, List.of("canary"), headers), "validate", "has a value of java.");
    settings.put("behavior", "drop");
    assertThat(apply(record(SUBJECT, 5, headers), "validate")).isNull();
  }

  @Test
  void disposesOfRefusedRecordsAsTold() {
    headers.remove("x-event-id");
    settings.put("behavior", "drop");
    assertThat(apply(event(), "validate")).isNull();
    settings.put("behavior", "route");
    SourceRecord routed = apply(event(), "to-babelqueue");
    assertThat(routed.topic()).isEqualTo(SUBJECT + ".dlq");
    assertThat(text(routed)).isEqualTo(BODY);
    assertThat(headersOf(routed)).isEqualTo(headers);
  }

  @ParameterizedTest
  @CsvSource({
    "mode,x",
    "subject,x",
    "subject.header,' '",
    "key,x",
    "node,' '",
    "lang,cobol",
    "wrap.field,a\"b",
    "header.type,x",
    "behavior,x",
    "route.topic,' '"
  })
  void namesTheKeyOfAWrongSetting(String key, String value) {
    settings.put(key, value);
    try (MeshEvent<SourceRecord> transform = new MeshEvent<>()) {
      assertThatThrownBy(() -> transform.configure(settings))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
  }

  @Test
  void tellsOfEachRefusalWhereItWas() {
    assertThatThrownBy(() -> apply(record("t", BODY, Map.of()), "validate"))
        .hasMessage("The record at topic t, partition 2 has no header content-type");
  }
}
