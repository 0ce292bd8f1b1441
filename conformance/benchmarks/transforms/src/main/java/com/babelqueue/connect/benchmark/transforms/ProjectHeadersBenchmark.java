package com.babelqueue.connect.benchmark.transforms;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.transforms.ProjectHeaders;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.HeaderFrom;
import org.apache.kafka.connect.transforms.InsertHeader;
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
 * What it costs to project an envelope's fields into headers: by our transform, by the least that
 * any reader of the bytes must do, and by the transforms that Kafka ships.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 3,
    jvmArgs = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class ProjectHeadersBenchmark {
  /** The size of the envelope, in bytes. */
  @Param({"330", "4096", "65536", "524288"})
  public int bytes;

  private final TokenScan scan = new TokenScan();
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ProjectHeaders<SinkRecord> projectHeaders = new ProjectHeaders<>();
  private final JsonConverter converter = new JsonConverter();
  private final HeaderFrom.Value<SinkRecord> headerFrom = new HeaderFrom.Value<>();
  private final InsertHeader<SinkRecord> version = new InsertHeader<>();
  private byte[] body;
  private SinkRecord record;

  /** Prepares the same record for all three. */
  @Setup
  public void prepare() {
    body = Bodies.envelope(bytes);
    record = record(null, body);
    projectHeaders.configure(Map.of());
    converter.configure(Map.of("schemas.enable", "false"), false);
    headerFrom.configure(
        Map.of(
            "fields", "job,trace_id,attempts",
            "headers", "bq-job,bq-trace-id,bq-attempts",
            "operation", "copy"));
    version.configure(Map.of("header", "bq-schema-version", "value.literal", "1"));
  }

  private static SinkRecord record(Schema schema, Object value) {
    return new SinkRecord(
        "orders", 0, null, null, schema, value, 1, 1_717_430_400_000L, TimestampType.CREATE_TIME);
  }

  /** Reads every token of the body and keeps nothing: the bound that cannot be argued with. */
  @Benchmark
  public int bareTokenScan() throws IOException {
    return scan.count(body);
  }

  /** Finds the contract's fields and judges the envelope, without a record around it. */
  @Benchmark
  public Envelope envelopeScanner() {
    return scanner.scan(body);
  }

  /** Six headers and the timestamp from the body. */
  @Benchmark
  public SinkRecord projectHeaders() {
    return projectHeaders.apply(record);
  }

  /**
   * Kafka's own way, at its cheapest: three of the six headers, since HeaderFrom cannot reach into
   * {@code meta}, one more as a constant, and the value put back into bytes.
   */
  @Benchmark
  public byte[] stockRoute() {
    SchemaAndValue parsed = converter.toConnectData("orders", body);
    SinkRecord projected = version.apply(headerFrom.apply(record(parsed.schema(), parsed.value())));
    return converter.fromConnectData("orders", projected.valueSchema(), projected.value());
  }
}
