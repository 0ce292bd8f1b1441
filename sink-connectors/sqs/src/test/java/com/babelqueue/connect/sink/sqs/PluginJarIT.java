package com.babelqueue.connect.sink.sqs;

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
  private static final long MAX_BYTES = 14L * 1024 * 1024;

  @Test
  void theJarHoldsWhatTheConnectorNeedsAndNothingThatTheWorkerBrings() throws IOException {
    assertThat(Files.size(PluginJar.underTest())).isLessThan(MAX_BYTES);
    try (JarFile jar = new JarFile(PluginJar.underTest().toFile())) {
      List<String> entries = jar.stream().map(JarEntry::getName).toList();

      assertThat(entries)
          .contains(
              "com/babelqueue/connect/sink/sqs/SqsSinkConnector.class",
              "com/babelqueue/connect/transforms/ProjectHeaders.class",
              "software/amazon/awssdk/services/sts/StsClient.class",
              "software/amazon/awssdk/http/apache/ApacheHttpClient.class",
              "software/amazon/awssdk/regions/internal/region/endpoints.json",
              "META-INF/software.amazon.awssdk/sqs/version.properties",
              "mozilla/public-suffix-list.txt",
              "commons-logging.properties")
          .doesNotHaveDuplicates()
          .noneMatch(name -> name.startsWith("com/babelqueue/connect/source/"))
          .noneMatch(name -> name.startsWith("org/slf4j/"))
          .noneMatch(name -> name.startsWith("org/apache/kafka/"))
          .noneMatch(name -> name.startsWith("io/netty/"))
          .noneMatch(name -> name.startsWith("org/apache/hc/"));
      assertThat(service(jar, "org.apache.kafka.connect.sink.SinkConnector"))
          .contains(SqsBridge.CONNECTOR);
      assertThat(service(jar, "org.apache.kafka.connect.transforms.Transformation"))
          .contains("com.babelqueue.connect.transforms.ProjectHeaders");
    }
  }

  private static List<String> service(JarFile jar, String type) throws IOException {
    JarEntry entry = jar.getJarEntry("META-INF/services/" + type);
    return new String(jar.getInputStream(entry).readAllBytes(), UTF_8).lines().toList();
  }
}
