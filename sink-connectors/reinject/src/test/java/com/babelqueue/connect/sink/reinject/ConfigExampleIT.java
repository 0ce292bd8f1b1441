package com.babelqueue.connect.sink.reinject;

import static com.babelqueue.connect.harness.RecordText.text;
import static com.babelqueue.connect.sink.reinject.ReinjectCluster.LIMIT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The examples that users copy are accepted as they stand and bring a record back. */
class ConfigExampleIT {
  private static final String BODY =
      "{\"job\":\"u\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1},\"attempts\":0";

  private static ReinjectCluster cluster;

  @BeforeAll
  static void start() {
    cluster = ReinjectCluster.start();
    cluster.createTopics("orders", "orders.dlq");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void theExamplesRun() throws IOException {
    String redriven = BODY + "}";
    cluster.write(
        "orders.dlq", null, (BODY + ",\"dead_letter\":{\"reason\":\"failed\"}}").getBytes(UTF_8));
    String redrive = run("redrive.json");
    assertThat(cluster.read("orders", 1))
        .extracting(r -> text(r.value()))
        .containsExactly(redriven);
    cluster.rest().delete(redrive);

    String reinject = run("reinject.json");
    cluster.write("orders.retry.1", "parked");
    assertThat(cluster.read("orders", 2))
        .extracting(r -> text(r.value()))
        .containsExactly(redriven, "parked");
    cluster.rest().delete(reinject);
  }

  private static String run(String file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Path path = Path.of(System.getProperty("babelqueue.root"), "config-examples", file);
    JsonNode example = json.readTree(path.toFile());
    Map<String, String> settings =
        json.convertValue(example.path("config"), new TypeReference<Map<String, String>>() {});
    // All that differs from the file is where this machine's cluster is.
    settings.computeIfPresent(
        "kafka.bootstrap.servers",
        (key, servers) -> servers.replace("localhost:9092", cluster.kafka().bootstrapServers()));
    assertThat(cluster.rest().validate(ReinjectCluster.CONNECTOR, settings)).isEmpty();
    String name = example.path("name").textValue();
    cluster.run(name, settings);
    cluster.rest().awaitRunning(name, 1, LIMIT);
    return name;
  }
}
