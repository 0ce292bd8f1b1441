package com.babelqueue.connect.sink.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.PluginJar;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the plugin jar holds, since it is dropped alone into a worker's plugin path. */
class PluginJarIT {
  private static final long MAX_BYTES = 8L * 1024 * 1024;

  @Test
  void theJarHoldsWhatTheConnectorNeedsAndNothingThatTheWorkerBrings() throws IOException {
    assertThat(Files.size(PluginJar.underTest())).isLessThan(MAX_BYTES);
    try (JarFile jar = new JarFile(PluginJar.underTest().toFile())) {
      List<String> entries = jar.stream().map(JarEntry::getName).toList();

      assertThat(entries)
          .contains(
              "com/babelqueue/connect/sink/rabbitmq/RabbitMqSinkConnector.class",
              "com/babelqueue/connect/transforms/ProjectHeaders.class",
              "com/rabbitmq/client/Channel.class")
          .noneMatch(name -> name.startsWith("org/slf4j/"))
          .noneMatch(name -> name.startsWith("org/apache/kafka/"))
          .noneMatch(name -> name.startsWith("com/babelqueue/connect/source/"))
          // Only the client's other transport would need it.
          .noneMatch(name -> name.startsWith("io/netty/"));
      JarEntry services =
          jar.getJarEntry("META-INF/services/org.apache.kafka.connect.sink.SinkConnector");
      assertThat(jar.getInputStream(services).readAllBytes())
          .asString(UTF_8)
          .contains(RabbitMqPeer.CONNECTOR);
    }
  }
}
