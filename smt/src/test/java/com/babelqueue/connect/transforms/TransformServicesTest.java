package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;

/**
 * A worker with plugin.discovery=service_load finds what the services file lists, and only that.
 */
class TransformServicesTest {

  private static final String PACKAGE = ProjectHeaders.class.getPackageName();

  private static Path classes() throws URISyntaxException {
    return Path.of(
        ProjectHeaders.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** The concrete transforms among the compiled classes of the package, nested ones included. */
  private static List<String> compiled() throws URISyntaxException, IOException {
    try (Stream<Path> files = Files.list(classes().resolve(PACKAGE.replace('.', '/')))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
          .map(file -> load(PACKAGE + '.' + file.substring(0, file.length() - ".class".length())))
          .filter(Transformation.class::isAssignableFrom)
          .filter(type -> !Modifier.isAbstract(type.getModifiers()))
          .map(Class::getName)
          .toList();
    }
  }

  private static List<String> listed() throws URISyntaxException, IOException {
    return Files.readAllLines(
        classes().resolve("META-INF/services/" + Transformation.class.getName()));
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Test
  void listsEveryTransform() throws Exception {
    assertThat(listed()).containsExactlyInAnyOrderElementsOf(compiled()).isNotEmpty();
  }

  @Test
  void documentsAndVersionsEveryTransform() throws Exception {
    for (String name : listed()) {
      Transformation<?> transform =
          (Transformation<?>) load(name).getDeclaredConstructor().newInstance();
      assertThat(transform).isInstanceOf(Versioned.class);
      assertThat(Modifier.isPublic(transform.getClass().getModifiers())).isTrue();
      assertThat((String) transform.getClass().getField("OVERVIEW_DOC").get(null)).isNotBlank();
      ConfigDef config = (ConfigDef) transform.getClass().getField("CONFIG_DEF").get(null);
      assertThat(transform.config()).isSameAs(config);
      assertThat(config.configKeys().values()).allMatch(key -> !key.documentation.isBlank());
    }
  }
}
