package com.babelqueue.connect.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.PluginJar;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * What a plugin jar must and must not hold, since it is dropped alone into a worker's plugin path.
 * Stateless.
 */
public final class PluginJarContents {
  private PluginJarContents() {}

  /**
   * Checks the jar of the module under test: it brings its client, the transforms and its connector
   * as a service, and nothing that the worker brings.
   *
   * @param service the service the connector is found by, such as {@code
   *     org.apache.kafka.connect.sink.SinkConnector}
   * @param connector the only connector in it, by class name
   * @param clientClass a class of the broker's client, by class name
   */
  public static void check(String service, String connector, String clientClass)
      throws IOException {
    try (JarFile jar = new JarFile(PluginJar.underTest().toFile())) {
      List<String> entries = jar.stream().map(JarEntry::getName).toList();

      assertThat(entries)
          .contains(entry(connector), entry(clientClass))
          .contains(entry("com.babelqueue.connect.transforms.ProjectHeaders"))
          .doesNotHaveDuplicates()
          .noneMatch(name -> name.startsWith("org/slf4j/"))
          .noneMatch(name -> name.startsWith("org/apache/kafka/"));
      assertThat(providers(jar, service)).containsExactly(connector);
      assertThat(providers(jar, "org.apache.kafka.connect.transforms.Transformation"))
          .contains("com.babelqueue.connect.transforms.ProjectHeaders");
    }
  }

  private static String entry(String className) {
    return className.replace('.', '/') + ".class";
  }

  private static List<String> providers(JarFile jar, String service) throws IOException {
    JarEntry file = jar.getJarEntry("META-INF/services/" + service);
    assertThat(file).as("the service file of " + service).isNotNull();
    try (InputStream in = jar.getInputStream(file)) {
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    }
  }
}
