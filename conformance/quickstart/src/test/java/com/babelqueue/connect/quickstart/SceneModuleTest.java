package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SceneModuleTest {
  @TempDir private Path root;

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void build(String broker) throws IOException {
    write("conformance/quickstart/" + broker + "/target/scene.classpath", "a.jar\n");
    write("source-connectors/" + broker + "/target/x-1-plugin.jar", "");
    write("sink-connectors/" + broker + "/target/y-1-plugin.jar", "");
    write("source-connectors/" + broker + "/target/x-1.jar", "");
  }

  @Test
  void findsWhatTheBuildLeft() throws IOException {
    build("sqs");
    build("rabbitmq");
    write("conformance/quickstart/src/README", "");

    List<SceneModule> all = SceneModule.find(root, List.of(), Optional.empty());

    assertThat(all).extracting(SceneModule::broker).containsExactly("rabbitmq", "sqs");
    assertThat(all.get(1).plugin())
        .isEqualTo(root.resolve("source-connectors/sqs/target/x-1-plugin.jar"));
    assertThat(all.get(1).sinkPlugin())
        .isEqualTo(root.resolve("sink-connectors/sqs/target/y-1-plugin.jar"));
    assertThat(all.get(1).sinkExample()).isEqualTo(root.resolve("config-examples/sqs-sink.json"));
    assertThat(all.get(1).example()).isEqualTo(root.resolve("config-examples/sqs-source.json"));
    assertThat(all.get(1).classPath())
        .isEqualTo(
            root.resolve("conformance/quickstart/sqs/target/classes")
                + File.pathSeparator
                + "a.jar");
  }

  @Test
  void reinjectorIsThereForEveryBroker() throws IOException {
    write("sink-connectors/reinject/target/z-1-plugin.jar", "");

    assertThat(SceneModule.reinjectPlugin(root))
        .isEqualTo(root.resolve("sink-connectors/reinject/target/z-1-plugin.jar"));
  }

  @Test
  void wantedBrokersComeInTheirOrder() throws IOException {
    build("sqs");
    build("rabbitmq");

    assertThat(SceneModule.find(root, List.of("sqs", "rabbitmq"), Optional.empty()))
        .extracting(SceneModule::broker)
        .containsExactly("sqs", "rabbitmq");
  }

  @Test
  void ownConnectorBringsItsBroker() throws IOException {
    build("sqs");
    build("rabbitmq");
    for (String broker : List.of("sqs", "rabbitmq")) {
      write(
          "config-examples/" + broker + "-source.json",
          "{\"name\":\"n\",\"connector.class\":\"" + broker + "\"}");
    }
    ConnectorFile own = new ConnectorFile("f", "mine", Map.of("connector.class", "rabbitmq"));

    assertThat(SceneModule.find(root, List.of("sqs"), Optional.of(own)))
        .extracting(SceneModule::broker)
        .containsExactly("sqs", "rabbitmq");
  }

  @Test
  void unknownBrokerIsNamed() throws IOException {
    build("sqs");

    assertThatThrownBy(() -> SceneModule.find(root, List.of("sqs", "kafkaq"), Optional.empty()))
        .isInstanceOf(QuickstartException.class)
        .hasMessage("quickstart.brokers names 'kafkaq'; known are: sqs");
  }

  @Test
  void missingPluginJarIsNamed() throws IOException {
    write("conformance/quickstart/sqs/target/scene.classpath", "a.jar");

    assertThatThrownBy(() -> SceneModule.find(root, List.of(), Optional.empty()))
        .hasMessage("the sqs source connector has no plugin jar yet");
  }
}
