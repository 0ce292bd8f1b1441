package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorFileTest {
  private static final ConnectorFile EXAMPLE =
      new ConnectorFile(
          "sqs-source.json",
          "orders",
          Map.of("connector.class", "Sqs", "sqs.endpoint", "http://example", "tasks.max", "1"));
  private static final Map<String, String> ADDRESS = new LinkedHashMap<>();

  static {
    ADDRESS.put("sqs.endpoint", "http://127.0.0.1:1");
    ADDRESS.put("sqs.region", "elasticmq");
  }

  @TempDir private Path folder;

  private Path file(String json) throws IOException {
    return Files.writeString(folder.resolve("my.json"), json);
  }

  @Test
  void readsNameAndConfig() throws IOException {
    ConnectorFile read =
        ConnectorFile.read(
            file("{\"name\":\"a\",\"config\":{\"connector.class\":\"C\",\"tasks.max\":2}}"));

    assertThat(read)
        .isEqualTo(
            new ConnectorFile("my.json", "a", Map.of("connector.class", "C", "tasks.max", "2")));
  }

  @Test
  void readsSettingsAlone() throws IOException {
    ConnectorFile read = ConnectorFile.read(file("{\"name\":\"a\",\"connector.class\":\"C\"}"));

    assertThat(read.name()).isEqualTo("a");
    assertThat(read.setting("connector.class")).isEqualTo("C");
  }

  @Test
  void saysWhatIsWrongWithFile() throws IOException {
    assertThatThrownBy(() -> ConnectorFile.read(folder.resolve("none.json")))
        .isInstanceOf(QuickstartException.class)
        .hasMessageContaining("none.json cannot be read");
    Path broken = file("{\n\"name\": oops}");
    assertThatThrownBy(() -> ConnectorFile.read(broken))
        .isInstanceOf(QuickstartException.class)
        .hasMessageContaining("my.json is not JSON")
        .hasMessageContaining("line 2");
    Path list = file("[1]");
    assertThatThrownBy(() -> ConnectorFile.read(list))
        .hasMessage("my.json is not a JSON object with a connector's settings");
    Path nameless = file("{\"config\":{\"connector.class\":\"C\"}}");
    assertThatThrownBy(() -> ConnectorFile.read(nameless))
        .hasMessage("my.json needs a name and a connector.class");
  }

  @Test
  void exampleGetsWholeAddress() {
    ConnectorFile.Addressed addressed = EXAMPLE.addressed(ADDRESS, EXAMPLE);

    assertThat(addressed.putIn()).isTrue();
    assertThat(addressed.connector().config())
        .containsEntry("sqs.endpoint", "http://127.0.0.1:1")
        .containsEntry("sqs.region", "elasticmq")
        .containsEntry("tasks.max", "1");
  }

  @Test
  void fileWithoutAddressGetsIt() {
    ConnectorFile own = new ConnectorFile("my.json", "mine", Map.of("sqs.region", "eu-west-1"));

    assertThat(own.addressed(ADDRESS, EXAMPLE).connector().config()).isEqualTo(ADDRESS);
  }

  @Test
  void changesAreNamedAndSomeNotShown() {
    ConnectorFile posted =
        EXAMPLE.with("sqs.endpoint", "http://127.0.0.1:1").with("retry.tiers", "1s");

    assertThat(posted.changesFrom(EXAMPLE, Set.of("sqs.endpoint")))
        .containsExactlyInAnyOrder("sqs.endpoint", "retry.tiers=1s");
    assertThat(EXAMPLE.changesFrom(EXAMPLE, Set.of())).isEmpty();
  }

  @Test
  void fileWithAddressOfItsOwnStaysAsItIs() {
    ConnectorFile own =
        new ConnectorFile("my.json", "mine", Map.of("sqs.endpoint", "https://somewhere"));

    assertThat(own.addressed(ADDRESS, EXAMPLE))
        .isEqualTo(new ConnectorFile.Addressed(own, "sqs.endpoint", false));
  }
}
