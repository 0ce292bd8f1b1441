package com.babelqueue.connect.sink.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference that users read says what the definition does. */
class SettingsReferenceTest {
  private static final String OVERVIEW =
      "`"
          + PulsarSinkConnector.class.getName()
          + "` brings the records of Kafka topics into Apache Pulsar topics; [pulsar.md](pulsar.md) says what it"
          + " writes. Settings of Pulsar's own client pass through under `pulsar.client.`, those of its producer"
          + " under `pulsar.producer.`.";

  @Test
  void thePageIsCurrent() throws Exception {
    String text =
        SettingsReference.markdown(
            "Settings of the Pulsar sink", OVERVIEW, PulsarSinkConfig.CONFIG_DEF);

    assertThat(SettingsReference.isPublished(Path.of("docs", "settings.md"), text))
        .as("docs/settings.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }
}
