package com.babelqueue.connect.benchmark.transforms;

import com.babelqueue.connect.transforms.ProjectHeaders;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.sink.SinkRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A body with more member names than Jackson keeps from one body to the next (6,000), so that the
 * bare scan learns all of them anew each time. Ours keeps none.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class ManyNamesBenchmark {
  /** The size of the envelope, in bytes. */
  @Param("655360")
  public int bytes;

  private final TokenScan scan = new TokenScan();
  private final ProjectHeaders<SinkRecord> projectHeaders = new ProjectHeaders<>();
  private byte[] body;
  private SinkRecord record;

  /** Prepares the same record for both. */
  @Setup
  public void prepare() {
    body = Bodies.envelopeOfManyNames(bytes);
    projectHeaders.configure(Map.of());
    record =
        new SinkRecord(
            "orders", 0, null, null, null, body, 1, 1_717_430_400_000L, TimestampType.CREATE_TIME);
  }

  /** The least that a reader of the bytes must do. */
  @Benchmark
  public int manyNamesTokenScan() throws IOException {
    return scan.count(body);
  }

  /** Six headers and the timestamp from the body. */
  @Benchmark
  public SinkRecord manyNamesProjectHeaders() {
    return projectHeaders.apply(record);
  }
}
