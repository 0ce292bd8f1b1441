package com.babelqueue.connect.broker.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTiersTest {
  private static final RetryTiers FOUR =
      RetryTiers.parse("retry.tiers", List.of("30m", "5s", "300000", "30 s"));

  @Test
  void tiersAreSortedWhateverTheOrderOfTheSetting() {
    assertThat(List.of(FOUR.delay(1), FOUR.delay(2), FOUR.delay(3), FOUR.delay(4)))
        .containsExactly(
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30));
    assertThat(FOUR.topics("orders"))
        .containsExactly("orders.retry.1", "orders.retry.2", "orders.retry.3", "orders.retry.4");
  }

  @ParameterizedTest
  @CsvSource({"-1,1", "0,1", "1,2", "2,3", "3,4", "9,4"})
  void aFailureTakesTheNextTierAndThenTheLast(int attemptsBefore, int tier) {
    assertThat(FOUR.afterFailure(attemptsBefore)).isEqualTo(tier);
    assertThat(RetryTiers.parse("retry.tiers", List.of("1s")).afterFailure(attemptsBefore))
        .isEqualTo(1);
  }

  @Test
  void aDelayTakesTheShortestTierThatIsLongEnough() {
    assertThat(FOUR.atLeast(Duration.ofMillis(1))).hasValue(1);
    assertThat(FOUR.atLeast(Duration.ofSeconds(5))).hasValue(1);
    assertThat(FOUR.atLeast(Duration.ofMillis(5_001))).hasValue(2);
    assertThat(FOUR.atLeast(Duration.ofMinutes(30))).hasValue(4);
    assertThat(FOUR.atLeast(Duration.ofMillis(1_800_001))).isEmpty();
    assertThat(RetryTiers.none().atLeast(Duration.ofMillis(1))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "5 weeks", "-5s", "0", "1.5s", "366d", "99999999999999999999d"})
  void otherTextsAreRefusedByName(String text) {
    assertThatThrownBy(() -> RetryTiers.parse("retry.tiers", List.of(text)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("retry.tiers");
  }

  @Test
  void aTierGivenTwiceIsRefused() {
    assertThatThrownBy(() -> RetryTiers.parse("retry.tiers", List.of("60s", "1m")))
        .hasMessageContaining("twice");
  }

  @Test
  void retryTopicsAreReadFromTheirNames() {
    assertThat(RetryTopic.parse("orders.retry.2")).hasValue(new RetryTopic("orders", 2));
    assertThat(RetryTopic.parse("a.retry.1.retry.3")).hasValue(new RetryTopic("a.retry.1", 3));
    for (String other :
        List.of(
            "orders",
            "orders.retry.",
            "orders.retry.0",
            "orders.retry.01",
            ".retry.1",
            "orders.retry.x",
            "orders.retry.5000",
            "orders.retry.1.dlq")) {
      assertThat(RetryTopic.parse(other)).as(other).isEmpty();
    }
  }

  @Test
  void deadLetterTopicsNameTheirWorkTopic() {
    assertThat(RetryTopic.workTopicOfDeadLetters("orders.dlq")).hasValue("orders");
    assertThat(RetryTopic.workTopicOfDeadLetters(".dlq")).isEmpty();
    assertThat(RetryTopic.workTopicOfDeadLetters("orders")).isEmpty();
    assertThat(RetryTopic.deadLetterTopic("orders")).isEqualTo("orders.dlq");
  }

  @Test
  void nothingGoesBackToARetryOrDeadLetterTopic() {
    assertThat(RetryTopic.isParked("orders.retry.1")).isTrue();
    assertThat(RetryTopic.isParked("orders.dlq")).isTrue();
    assertThat(RetryTopic.isParked("orders")).isFalse();
    assertThat(RetryTopic.isParked("orders.retry")).isFalse();
  }
}
