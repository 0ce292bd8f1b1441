package com.babelqueue.connect.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WildcardPatternTest {
  @ParameterizedTest
  @CsvSource({
    "*, urn:babel:orders:created, true",
    "urn:babel:orders:*, urn:babel:orders:created, true",
    "urn:babel:orders:*, urn:babel:orders:, true",
    "urn:babel:orders:*, urn:babel:order:created, false",
    "*:created, urn:babel:orders:created, true",
    "*:created, urn:babel:orders:created.v2, false",
    "urn:*:created*, urn:babel:created:created.v2, true",
    "*a*b, aXbXaXb, true",
    "a**, a, true",
    "urn.babel, urn:babel, false",
    "URN:a, urn:a, false",
    "urn:a, urn:ab, false",
  })
  void matchesWholeNames(String pattern, String name, boolean matches) {
    assertThat(new WildcardPattern(pattern).matches(name)).isEqualTo(matches);
  }
}
