package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/** The catalogue that users read says what the definitions do. */
class SettingsReferenceTest {
  @Test
  void thePageIsCurrent() throws Exception {
    String text =
        Stream.of(
                page(new ProjectHeaders<>(), ProjectHeaders.OVERVIEW_DOC),
                page(new SchemaVersionGate<>(), SchemaVersionGate.OVERVIEW_DOC),
                page(new ReconcileAttempts<>(), ReconcileAttempts.OVERVIEW_DOC))
            .collect(Collectors.joining("\n"));

    assertThat(SettingsReference.isPublished(Path.of("docs", "transforms.md"), text))
        .as("docs/transforms.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }

  private static String page(Transformation<SinkRecord> transform, String overview) {
    return SettingsReference.markdown(
        transform.getClass().getSimpleName(), overview, transform.config());
  }
}
