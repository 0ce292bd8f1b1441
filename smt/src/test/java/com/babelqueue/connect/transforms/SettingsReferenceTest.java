package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.kafka.connect.transforms.predicates.Predicate;
import org.junit.jupiter.api.Test;

/** The catalogue that users read says what the definitions of all that workers find do. */
class SettingsReferenceTest {
  @Test
  void thePageIsCurrent() throws Exception {
    String text =
        Stream.concat(pages(Transformation.class), pages(Predicate.class))
            .collect(Collectors.joining("\n"));

    assertThat(SettingsReference.isPublished(Path.of("docs", "transforms.md"), text))
        .as("docs/transforms.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }

  private static Stream<String> pages(Class<?> service) {
    String own = SettingsReferenceTest.class.getPackageName();
    return ServiceLoader.load(service).stream()
        .map(ServiceLoader.Provider::type)
        .filter(type -> type.getPackageName().equals(own))
        .sorted((a, b) -> a.getSimpleName().compareTo(b.getSimpleName()))
        .map(SettingsReferenceTest::page);
  }

  private static String page(Class<?> type) {
    try {
      return SettingsReference.markdown(
          type.getSimpleName(),
          (String) type.getField("OVERVIEW_DOC").get(null),
          (ConfigDef) type.getField("CONFIG_DEF").get(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " says nothing about itself", e);
    }
  }
}
