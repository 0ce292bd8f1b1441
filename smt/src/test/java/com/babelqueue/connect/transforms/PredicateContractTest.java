package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.Test;

/** What every predicate that a worker can find must hold: it never stops a task, and is silent. */
class PredicateContractTest {
  /** Settings without which a predicate cannot be configured, by class. */
  private static final Map<Class<?>, Map<String, String>> SETTINGS =
      Map.of(
          IsAcceptable.class, Map.of(),
          IsDeadLettered.class, Map.of(),
          UrnMatches.class, Map.of("urns", "urn:*"));

  private static SinkRecord record(Object value) {
    return TransformContract.sink(ValueKind.MAP, value, new ConnectHeaders());
  }

  @SuppressWarnings("unchecked") // a service is looked up by its raw type
  private static List<Predicate<SinkRecord>> found() {
    List<Predicate<SinkRecord>> found = new ArrayList<>();
    for (Predicate<?> predicate : ServiceLoader.load(Predicate.class)) {
      if (predicate.getClass().getName().startsWith("com.babelqueue.")) {
        found.add((Predicate<SinkRecord>) predicate);
      }
    }
    return found;
  }

  private static List<Predicate<SinkRecord>> configured() {
    List<Predicate<SinkRecord>> predicates = found();
    predicates.forEach(predicate -> predicate.configure(SETTINGS.get(predicate.getClass())));
    return predicates;
  }

  @Test
  void everyPredicateThatAWorkerFindsHasSettings() {
    assertThat(found())
        .extracting(predicate -> (Object) predicate.getClass())
        .containsExactlyInAnyOrderElementsOf((Collection<?>) SETTINGS.keySet());
  }

  @Test
  void answersForEveryValueAndTellsNothingOfIt() {
    List<Object> values = new ArrayList<>();
    values.add(null);
    values.addAll(
        List.of(
            5,
            true,
            List.of("canary"),
            new Object(),
            "{\"canary",
            Map.of("canary", new Object()),
            new byte[] {(byte) 0xff}));
    String log =
        LoggedText.of(
            () -> {
              for (Predicate<SinkRecord> predicate : configured()) {
                for (Object value : values) {
                  assertThat(predicate.test(record(value)))
                      .as("%s of %s", predicate, value)
                      .isFalse();
                }
                predicate.close();
              }
            });
    assertThat(log).doesNotContain("canary");
  }

  @Test
  void answersTheSameForEachRepresentation() {
    for (Predicate<SinkRecord> predicate : configured()) {
      boolean expected = !(predicate instanceof IsDeadLettered);
      for (ValueKind kind : ValueKind.values()) {
        SinkRecord record = TransformContract.envelope(kind, 0, new ConnectHeaders());
        assertThat(predicate.test(record)).as("%s of %s", predicate, kind).isEqualTo(expected);
      }
      String dead =
          "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1},"
              + "\"dead_letter\":{}}";
      assertThat(predicate.test(record(dead.getBytes(UTF_8)))).isTrue();
    }
  }

  @Test
  void documentsItselfAndNamesWhatIsMissing() {
    for (Predicate<SinkRecord> predicate : found()) {
      assertThat(((Versioned) predicate).version()).isNotBlank().doesNotContain("$", "unknown");
      Map<String, String> settings = SETTINGS.get(predicate.getClass());
      for (ConfigDef.ConfigKey key : predicate.config().configKeys().values()) {
        assertThat(key.documentation).as(key.name).isNotBlank().endsWith(".");
        if (!key.hasDefault()) {
          Map<String, String> without = new HashMap<>(settings);
          without.remove(key.name);
          assertThatThrownBy(() -> predicate.configure(without))
              .isInstanceOf(ConfigException.class)
              .hasMessageContaining(key.name);
        }
      }
    }
  }
}
