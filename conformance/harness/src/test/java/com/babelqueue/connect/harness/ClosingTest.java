package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the harness starts must be gone after close: threads that keep a JVM alive, and files. */
class ClosingTest {

  @Test
  void leavesNoThreadAndNoFile() throws IOException {
    Set<Thread> threadsBefore = userThreads();
    Set<Path> filesBefore = harnessDirectories();

    try (KafkaServer kafka = KafkaServer.start();
        ConnectWorker worker = ConnectWorker.start(WorkerSettings.of(kafka));
        SqsBroker sqs = EmbeddedElasticMq.start();
        RabbitMqBroker qpid = EmbeddedQpid.start(false);
        TcpProxy proxy = TcpProxy.to(qpid.host(), qpid.port())) {
      assertThat(worker.rest().connectors()).isEmpty();
      assertThat(AmqpHandshake.server("127.0.0.1", proxy.port())).isNotEmpty();
      assertThat(sqs.endpoint().getPort()).isPositive();
      assertThat(harnessDirectories()).hasSizeGreaterThan(filesBefore.size());
    }

    Await.until(
        "no thread is left that keeps the JVM alive",
        Duration.ofSeconds(20),
        () -> {
          Set<Thread> left = userThreads();
          left.removeAll(threadsBefore);
          if (!left.isEmpty()) {
            throw new HarnessException(left.toString());
          }
          return true;
        });
    assertThat(harnessDirectories()).isEqualTo(filesBefore);
  }

  private static Set<Thread> userThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.isAlive() && !thread.isDaemon())
        .collect(Collectors.toSet());
  }

  private static Set<Path> harnessDirectories() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(TempDirectory.OWN))
          .collect(Collectors.toSet());
    }
  }
}
