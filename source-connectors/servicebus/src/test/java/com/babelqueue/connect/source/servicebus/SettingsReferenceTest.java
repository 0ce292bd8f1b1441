package com.babelqueue.connect.source.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.config.SettingsReference;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference that users read says what the definition does. */
class SettingsReferenceTest {
  @Test
  void thePageIsCurrent() throws Exception {
    String text =
        SettingsReference.markdown(
            "ServiceBusSourceConnector",
            "Bridges queues and topic subscriptions of Azure Service Bus to Kafka topics.",
            new ServiceBusSourceConnector().config());

    assertThat(SettingsReference.isPublished(Path.of("docs", "settings.md"), text))
        .as("docs/settings.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }
}
