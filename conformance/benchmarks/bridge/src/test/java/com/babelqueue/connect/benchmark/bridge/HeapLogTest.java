package com.babelqueue.connect.benchmark.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeapLogTest {
  private final HeapLog log = HeapLog.create();
  private final Path file =
      Path.of(log.option().replace("-Xlog:gc:file=", "").replace("::filecount=0", ""));

  @AfterEach
  void close() {
    log.close();
    assertThat(file).doesNotExist();
  }

  @Test
  void findsTheLargestFillings() throws IOException {
    write("[0.010s][info][gc] Using G1");
    write("[1.2s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 51M->14M(128M) 3.2ms");
    write("[1.9s][info][gc] GC(1) Pause Young (Normal) (G1 Evacuation Pause) 90M->9M(128M) 1.1ms");

    assertThat(log.figures())
        .isEqualTo(
            Map.of("worker heap MiB, peak", 90.0, "worker heap MiB, after collections", 14.0));
  }

  @Test
  void forgetsWhatWasBeforeTheMark() throws IOException {
    write("[1.2s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 51M->14M(128M) 3.2ms");
    log.mark();

    assertThat(log.figures()).isEmpty();
  }

  private void write(String line) throws IOException {
    Files.writeString(file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
  }
}
