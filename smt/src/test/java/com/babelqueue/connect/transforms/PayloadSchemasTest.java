package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadSchemasTest {
  @TempDir private Path directory;

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  @Test
  void findsTheUrnInTheIdOrTheName() throws IOException {
    write("anything.json", "{\"$id\":\" urn:a \",\"type\":\"object\"}");
    write("urn%3Ab+c.json", "{}");
    write("urn%3Ad.json", "{\"$id\":\" \"}");
    write("README.md", "no schema");
    Files.createDirectory(directory.resolve("deeper"));
    PayloadSchemas schemas = PayloadSchemas.load(directory.toString());
    assertThat(schemas.urns()).containsExactlyInAnyOrder("urn:a", "urn:b+c", "urn:d");
    assertThat(schemas.json("urn:a"))
        .asString(UTF_8)
        .isEqualTo("{\"$id\":\" urn:a \",\"type\":\"object\"}");
    assertThat(schemas.json("urn:other")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "{\"a\":", "\"text\""})
  void namesTheFileThatIsNoSchema(String text) throws IOException {
    write("broken.json", text);
    assertFault("broken.json");
  }

  @Test
  void namesTheFileWhoseNameCannotBeDecoded() throws IOException {
    write("urn%zz.json", "{}");
    assertFault("urn%zz.json");
  }

  @Test
  void refusesTwoSchemasForOneUrn() throws IOException {
    write("urn%3Aa.json", "{}");
    write("x.json", "{\"$id\":\"urn:a\"}");
    assertFault("x.json");
  }

  @Test
  void namesTheSettingOfAMissingDirectory() {
    assertThatThrownBy(() -> PayloadSchemas.load(directory.resolve("missing").toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory");
    assertThatThrownBy(() -> PayloadSchemas.load("\0"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory");
  }

  private void assertFault(String file) {
    assertThatThrownBy(() -> PayloadSchemas.load(directory.toString()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("schemas.directory")
        .hasMessageContaining(file);
  }
}
