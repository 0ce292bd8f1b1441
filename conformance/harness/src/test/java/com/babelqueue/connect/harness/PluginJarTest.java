package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PluginJarTest {

  @AfterEach
  void clear() {
    System.clearProperty(PluginJar.PROPERTY);
  }

  @Test
  void isTheFileThatTheBuildNames(@TempDir Path directory) throws IOException {
    Path jar = Files.createFile(directory.resolve("a-plugin.jar"));
    System.setProperty(PluginJar.PROPERTY, jar.toString());

    assertThat(PluginJar.underTest()).isEqualTo(jar);
  }

  @Test
  void saysWhatIsMissing(@TempDir Path directory) {
    assertThatThrownBy(PluginJar::underTest).hasMessageContaining("mvn verify");

    System.setProperty(PluginJar.PROPERTY, directory.resolve("absent.jar").toString());
    assertThatThrownBy(PluginJar::underTest).hasMessageContaining("absent.jar");
  }

  @Test
  void liesInAFolderOfItsOwnBelowPluginPath(@TempDir Path directory) throws IOException {
    Path first = Files.write(directory.resolve("a.jar"), new byte[] {1});
    Path second = Files.write(directory.resolve("b.jar"), new byte[] {2});

    try (PluginFolder folder = PluginFolder.of(List.of(first, second));
        Stream<Path> found = Files.walk(folder.path())) {
      assertThat(found.filter(Files::isRegularFile).map(p -> folder.path().relativize(p)).sorted())
          .extracting(Path::toString)
          .containsExactlyElementsOf(
              List.of(
                  Path.of("plugin-0", "a.jar").toString(),
                  Path.of("plugin-1", "b.jar").toString()));
    }
  }
}
