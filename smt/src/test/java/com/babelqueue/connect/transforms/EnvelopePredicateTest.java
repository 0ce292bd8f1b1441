package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EnvelopePredicateTest {
  private static final String DEAD =
      "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":%d},"
          + "\"dead_letter\":{}}";

  private static SinkRecord record(ValueKind kind, Object value) {
    return TransformContract.sink(kind, value, new ConnectHeaders());
  }

  private static SinkRecord text(String body) {
    return record(ValueKind.TEXT, body);
  }

  private static Predicate<SinkRecord> urnMatches(String urns) {
    Predicate<SinkRecord> predicate = new UrnMatches<>();
    predicate.configure(Map.of("urns", urns));
    return predicate;
  }

  private static List<Predicate<SinkRecord>> all() {
    return List.of(new IsAcceptable<>(), new IsDeadLettered<>(), urnMatches("*"));
  }

  @Test
  void areFalseForWhatHoldsNoEnvelope() {
    for (Predicate<SinkRecord> predicate : all()) {
      for (Object value : new Object[] {null, 5, List.of(1), Map.of("a", new Object()), "", "["}) {
        assertThat(predicate.test(record(ValueKind.MAP, value))).isFalse();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readEachRepresentation(ValueKind kind) {
    SinkRecord record = record(kind, kind.envelope(0, 1));
    assertThat(new IsAcceptable<SinkRecord>().test(record)).isTrue();
    assertThat(new IsDeadLettered<SinkRecord>().test(record)).isFalse();
    assertThat(urnMatches("urn:a").test(record)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void tellAcceptableEnvelopesByTheirVersion(ValueKind kind) {
    SinkRecord record = record(kind, kind.envelope(0, 2));
    assertThat(new IsAcceptable<SinkRecord>().test(record)).isFalse();
    assertThat(urnMatches("urn:a").test(record)).isTrue();
  }

  @Test
  void seeDeadLettersAcceptableOrNot() {
    for (int version : new int[] {1, 2}) {
      assertThat(new IsDeadLettered<SinkRecord>().test(text(DEAD.formatted(version)))).isTrue();
    }
    assertThat(new IsDeadLettered<SinkRecord>().test(text(DEAD.formatted(1).replace("{}}", "3}"))))
        .isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "urn:a; true",
        "urn:*; true",
        "urn:b, *:a; true",
        "*; true",
        "urn:; false",
        "urn:A; false",
        "urn:a*b; false",
        "urn.a; false",
      })
  void compareUrnsByPattern(String urns, boolean expected) {
    assertThat(urnMatches(urns).test(text(DEAD.formatted(1)))).isEqualTo(expected);
  }

  @Test
  void knowTheAliasAndTrim() {
    assertThat(urnMatches("urn:x").test(text("{\"urn\":\" urn:x \"}"))).isTrue();
    assertThat(urnMatches("urn:x").test(text("{\"job\":\"urn:y\",\"urn\":\"urn:x\"}"))).isFalse();
    assertThat(urnMatches("*").test(text("{\"job\":\" \"}"))).isFalse();
  }

  @Test
  void needAtLeastOneUrn() {
    for (Map<String, String> settings :
        List.of(Map.<String, String>of(), Map.of("urns", ""), Map.of("urns", "a, ,b"))) {
      assertThatThrownBy(() -> new UrnMatches<SinkRecord>().configure(settings))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("urns");
    }
  }

  @Test
  void areFoundDocumentedAndVersioned() throws Exception {
    List<Predicate<?>> found =
        ServiceLoader.load(Predicate.class).stream()
            .<Predicate<?>>map(ServiceLoader.Provider::get)
            .filter(predicate -> predicate instanceof EnvelopePredicate)
            .toList();
    assertThat(found.stream().map(Object::getClass))
        .containsExactlyInAnyOrderElementsOf(
            Stream.<Class<?>>of(IsAcceptable.class, IsDeadLettered.class, UrnMatches.class)
                .toList());
    for (Predicate<?> predicate : found) {
      assertThat((String) predicate.getClass().getField("OVERVIEW_DOC").get(null)).isNotBlank();
      assertThat(predicate.getClass().getField("CONFIG_DEF").get(null))
          .isSameAs(predicate.config());
      assertThat(((Versioned) predicate).version()).isNotBlank();
      predicate.close();
    }
  }
}
