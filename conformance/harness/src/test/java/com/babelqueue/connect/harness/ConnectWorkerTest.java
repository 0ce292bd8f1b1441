package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectWorkerTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir static Path jars;

  private static KafkaServer kafka;
  private static ConnectWorker worker;
  private static WorkerSettings settings;

  @BeforeAll
  static void start() throws IOException {
    kafka = KafkaServer.start();
    settings = WorkerSettings.of(kafka).withPlugin(CountingPlugin.jarIn(jars)).withExactlyOnce();
    long began = System.nanoTime();
    worker = ConnectWorker.start(settings);
    StartTimes.print("Connect worker in this JVM", began);
  }

  @AfterAll
  static void stop() {
    worker.close();
    kafka.close();
  }

  @Test
  void findsPluginsByTheirServiceFilesOnly() {
    assertThat(worker.rest().plugins())
        .contains(CountingSource.class.getName())
        .contains("org.apache.kafka.connect.transforms.HeaderFrom$Value");
  }

  @Test
  void runsAConnectorExactlyOnceAndTellsItsOffsets() {
    Map<String, String> config = new HashMap<>(CountingPlugin.config("counted", 40));
    config.put("exactly.once.support", "required");
    worker.rest().put("counter", config);
    worker.rest().awaitRunning("counter", 1, LIMIT);

    try (TopicReader reader = kafka.committedReader("counted")) {
      reader.read(40, LIMIT);
      assertThat(numbers(reader.readToEnd(LIMIT)))
          .containsExactlyElementsOf(LongStream.range(0, 40).boxed().toList());
    }
    Await.until(
        "offset 40 is told",
        LIMIT,
        () ->
            worker
                .rest()
                .offsets("counter")
                .equals(
                    List.of(new ConnectorOffset(Map.of("source", "numbers"), Map.of("next", 40)))));
  }

  @Test
  void pausesResumesStopsAndDeletes() {
    ConnectRest rest = worker.rest();
    rest.put("steered", CountingPlugin.config("steered", Long.MAX_VALUE));
    rest.awaitRunning("steered", 1, LIMIT);

    rest.pause("steered");
    rest.awaitState("steered", "PAUSED", 1, LIMIT);
    rest.resume("steered");
    rest.awaitRunning("steered", 1, LIMIT);
    rest.restart("steered", true);
    awaitMoreRecords("steered");
    rest.stop("steered");
    rest.awaitState("steered", "STOPPED", 0, LIMIT);
    rest.delete("steered");
    Await.until("it is gone", LIMIT, () -> !rest.connectors().contains("steered"));
  }

  @Test
  void namesTheKeyThatIsWrong() {
    Map<String, String> config = new HashMap<>(CountingPlugin.config("t", -7));
    config.remove(CountingSource.TOPIC);

    List<ConfigErrors> errors = worker.rest().validate(CountingSource.class.getName(), config);

    assertThat(errors)
        .extracting(ConfigErrors::key)
        .contains(CountingSource.TOPIC, CountingSource.COUNT)
        .doesNotContain("connector.class");
    assertThatThrownBy(() -> worker.rest().put("wrong", config))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("HTTP 400")
        .hasMessageContaining("-7");
  }

  @Test
  void returnsTheTraceOfAFailedTask() {
    worker.rest().put("failing", CountingPlugin.config("refused", 1));

    assertThat(worker.rest().awaitTaskFailed("failing", LIMIT))
        .contains("this topic is refused")
        .contains("CountingTask");
    assertThatThrownBy(() -> worker.rest().awaitRunning("failing", 1, Duration.ZERO))
        .hasMessageContaining("this topic is refused");
  }

  @Test
  void aKilledWorkerGoesOnWhereItsOffsetsStand() throws IOException {
    WorkerSettings forked = WorkerSettings.of(kafka).withPlugin(CountingPlugin.jarIn(jars));
    long began = System.nanoTime();
    try (ConnectWorkerProcess process = ConnectWorkerProcess.start(forked, "256m");
        TopicReader reader = kafka.reader("killed")) {
      StartTimes.print("Connect worker process", began);
      process.rest().put("counter", CountingPlugin.config("killed", 1_000));
      process.rest().awaitRunning("counter", 1, LIMIT);
      reader.read(100, LIMIT);
      long firstPid = process.pid();

      process.kill();
      assertThat(ProcessHandle.of(firstPid)).isEmpty();
      assertThat(numbers(reader.readToEnd(LIMIT))).doesNotContain(999L);
      process.restart();

      reader.readUntil(records -> numbers(records).contains(999L), Duration.ofSeconds(60));
      assertThat(numbers(reader.readToEnd(LIMIT)))
          .containsAll(LongStream.range(0, 1_000).boxed().toList());
      assertThat(process.pid()).isNotEqualTo(firstPid);
    }
  }

  @Test
  void aWorkerThatCannotStartShowsItsOutput() {
    WorkerSettings wrong = WorkerSettings.of(kafka).withProperty("key.converter", "no.such.Class");

    assertThatThrownBy(() -> ConnectWorkerProcess.start(wrong, "128m"))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("no.such.Class");
  }

  private static void awaitMoreRecords(String topic) {
    try (TopicReader reader = kafka.committedReader(topic)) {
      int before = reader.readToEnd(LIMIT).size();
      assertThat(reader.read(before + 1, LIMIT)).hasSizeGreaterThan(before);
    }
  }

  private static List<Long> numbers(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(r -> Long.parseLong(new String(r.value(), StandardCharsets.UTF_8)))
        .toList();
  }
}
