package com.babelqueue.connect.source.pulsar;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference that a user reads is the definition that the worker checks. */
class SettingsReferenceTest {
  private static final String OVERVIEW =
      "`"
          + PulsarSourceConnector.class.getName()
          + "` brings the messages of Apache Pulsar topics into Kafka topics. Settings of Pulsar's own client pass"
          + " through under `pulsar.client.`, those of its consumer under `pulsar.consumer.`.";

  @Test
  void theReferenceIsUpToDate() throws IOException {
    Path page =
        Path.of(
            System.getProperty("babelqueue.root"),
            "source-connectors",
            "pulsar",
            "docs",
            "settings.md");
    String current =
        SettingsReference.markdown(
            "Settings of the Pulsar source", OVERVIEW, PulsarSourceConfig.CONFIG_DEF);

    assertThat(SettingsReference.isPublished(page, current))
        .as("docs/settings.md is what the definition says")
        .isTrue();
  }
}
