package com.babelqueue.connect.sink.reinject;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.broker.kafka.RetryTiers;
import com.babelqueue.connect.conformance.BlockRunner;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.Fields;
import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.babelqueue.connect.sink.reinject.Passage.Decision;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/** The project's own cases of tiers, waits, re-injection and redrive (contract sections 4, 5.2). */
class ReinjectConformanceTest {
  private static final Path SUITE =
      Path.of(System.getProperty(SuiteDirectories.ROOT_PROPERTY), "conformance", "suite", "retry");

  @TestFactory
  DynamicContainer cases() {
    Map<String, BlockRunner> runners = new HashMap<>();
    runners.put("retry.tier_after_failure", ReinjectConformanceTest::tierAfterFailure);
    runners.put("retry.tier_of_delay", ReinjectConformanceTest::tierOfDelay);
    runners.put("retry.due", ReinjectConformanceTest::due);
    runners.put("retry.reinjection", ReinjectConformanceTest::reinjection);
    runners.put("redrive", ReinjectConformanceTest::redrive);
    return new SuiteTests(runners, Map.of()).of(Suite.load(SUITE));
  }

  private static void tierAfterFailure(Case c) {
    RetryTiers tiers = tiers(c.shared());

    int tier = tiers.afterFailure(c.fields().integer("attempts_before"));

    assertThat(tiers.topics("orders").get(tier - 1)).isEqualTo(c.fields().text("topic"));
    assertThat(tiers.delay(tier).toMillis()).isEqualTo(c.fields().integer("delay_ms"));
    c.fields().passOver("name");
  }

  private static void tierOfDelay(Case c) {
    RetryTiers tiers = tiers(c.shared());

    OptionalInt tier = tiers.atLeast(Duration.ofMillis(c.fields().integer("delay_ms")));

    JsonNode topic = c.fields().value("topic");
    assertThat(tier.isPresent()).isEqualTo(!topic.isNull());
    tier.ifPresent(n -> assertThat(tiers.topics("orders").get(n - 1)).isEqualTo(topic.textValue()));
    c.fields().passOver("name");
  }

  private static void due(Case c) {
    SettableClock clock = new SettableClock();
    clock.now = c.shared().value("now_ms").longValue();
    JsonNode timestamp = c.fields().value("timestamp_ms");
    Parcel parcel =
        Parcel.at(c.fields().text("topic"), 0, 7)
            .timestamp(timestamp.isNull() ? null : timestamp.longValue());
    if (c.fields().has("headers")) {
      headers(c, "headers").forEach(header -> parcel.header(header.get(0), header.get(1)));
    }

    Decision decision =
        new Reinjection(tiers(c.shared()), Set.of(), clock)
            .decide(parcel.partition(), parcel.record());

    assertThat(decision.dueMillis() - clock.now).isEqualTo(c.fields().integer("wait_ms"));
    c.fields().passOver("name");
  }

  private static void reinjection(Case c) {
    Parcel parcel = Parcel.at(c.fields().text("topic"), 3, 7);
    headers(c, "headers").forEach(header -> parcel.header(header.get(0), header.get(1)));

    Decision decision =
        new Reinjection(tiers(c.shared()), workTopics(c.shared()), new SettableClock())
            .decide(parcel.partition(), parcel.record());

    assertThat(decision.target().topic()).isEqualTo(c.fields().text("target"));
    assertThat(decision.target().partition()).isNull();
    assertThat(decision.target().timestamp()).isNull();
    assertThat(texts(decision.target().headers())).isEqualTo(headers(c, "expected_headers"));
    c.fields().passOver("name");
  }

  private static void redrive(Case c) {
    Parcel parcel =
        Parcel.at("orders.dlq", 0, 7)
            .key(new byte[] {1})
            .value(c.fields().value("value").textValue())
            .header("h", "1");
    RedriveSelection all =
        new RedriveSelection(
            Set.of(), new HeaderFilter(List.of("*"), List.of()), null, null, 0, false);
    RedriveTarget target = new RedriveTarget("", workTopics(c.shared()), false, true);
    Redrive redrive = new Redrive(all, target, RedriveTest.endingAt(100), new SettableClock());
    RedriveTest.begin(redrive, parcel.partition());

    Decision decision = redrive.decide(parcel.partition(), parcel.record());

    assertThat(decision.target().topic()).isEqualTo(c.fields().text("target"));
    assertThat(decision.target().key()).containsExactly(1);
    assertThat(ScriptedWriter.text(decision.target()))
        .isEqualTo(c.fields().value("expected_value").textValue());
    assertThat(texts(decision.target().headers())).isEqualTo(headers(c, "expected_headers"));
    c.fields().passOver("name");
  }

  private static RetryTiers tiers(Fields shared) {
    List<String> millis = new ArrayList<>();
    shared.value("tiers_ms").forEach(tier -> millis.add(tier.asText()));
    return RetryTiers.parse("tiers_ms", millis);
  }

  private static Set<String> workTopics(Fields shared) {
    Set<String> topics = new HashSet<>();
    shared.value("work_topics").forEach(topic -> topics.add(topic.textValue()));
    return topics;
  }

  private static List<List<String>> headers(Case c, String field) {
    List<List<String>> headers = new ArrayList<>();
    for (JsonNode header : c.fields().value(field)) {
      headers.add(pair(header.get(0).textValue(), header.get(1).textValue()));
    }
    return headers;
  }

  private static List<List<String>> texts(Iterable<Header> headers) {
    List<List<String>> texts = new ArrayList<>();
    for (Header header : headers) {
      byte[] value = header.value();
      texts.add(pair(header.key(), value == null ? null : new String(value, UTF_8)));
    }
    return texts;
  }

  private static List<String> pair(String name, String text) {
    List<String> pair = new ArrayList<>();
    pair.add(name);
    pair.add(text);
    return pair;
  }
}
