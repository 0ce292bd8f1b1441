package com.babelqueue.connect.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules would pass on nothing at all; these tests keep them from looking at nothing. */
class ModulesTest {
  @Test
  void theRoomsOfTheDesignAreSeen() {
    assertThat(Modules.all().shipped())
        .extracting(Module::path)
        .contains("smt", "brokers/common", "source-connectors/runtime");
    for (Module module : Modules.all().shipped()) {
      assertThat(Modules.all().shippedClasses())
          .as("classes of %s", module.path())
          .anyMatch(type -> module.equals(Modules.all().owner(type)));
    }
  }

  @Test
  void aModuleThatIsNotCompiledIsNamed(@TempDir Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("src/main/java"));
    Files.writeString(sources.resolve("Some.java"), "");

    assertThatThrownBy(() -> new Module("brokers/some", directory).classes())
        .hasMessageContaining("brokers/some is not compiled");
  }
}
