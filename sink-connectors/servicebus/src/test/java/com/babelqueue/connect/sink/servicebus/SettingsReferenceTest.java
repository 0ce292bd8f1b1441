package com.babelqueue.connect.sink.servicebus;

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
            "ServiceBusSinkConnector",
            "Bridges Kafka topics to queues and topics of Azure Service Bus.",
            new ServiceBusSinkConnector().config());

    assertThat(SettingsReference.isPublished(Path.of("docs", "settings.md"), text))
        .as("docs/settings.md is stale; run the tests with -Dbabelqueue.docs.write=true")
        .isTrue();
  }
}
