package com.babelqueue.connect.benchmark.transforms;

import com.babelqueue.connect.transforms.NormalizeEnvelope;
import com.babelqueue.connect.transforms.ReconcileAttempts;
import com.babelqueue.connect.transforms.RouteByUrn;
import com.babelqueue.connect.transforms.SchemaVersionGate;
import com.babelqueue.connect.transforms.ValidateEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.header.ConnectHeaders;
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
 * The transforms that have no bound of their own, each on a record that gives it something to do.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class OtherTransformsBenchmark {
  /** The size of the envelope, in bytes; sizes of {@link ProjectHeadersBenchmark}. */
  @Param({"330", "65536"})
  public int bytes;

  private final SchemaVersionGate<SinkRecord> gate = new SchemaVersionGate<>();
  private final ReconcileAttempts<SinkRecord> toHeader = new ReconcileAttempts<>();
  private final ReconcileAttempts<SinkRecord> toBody = new ReconcileAttempts<>();
  private final ValidateEnvelope<SinkRecord> acceptance = new ValidateEnvelope<>();
  private final ValidateEnvelope<SinkRecord> producerSchema = new ValidateEnvelope<>();
  private final NormalizeEnvelope<SinkRecord> normalize = new NormalizeEnvelope<>();
  private final RouteByUrn<SinkRecord> route = new RouteByUrn<>();
  private SinkRecord record;
  private SinkRecord withUrn;

  /** Prepares a record as a broker's source would make it, and one whose identity is a urn. */
  @Setup
  public void prepare() {
    byte[] body = Bodies.envelope(bytes);
    record = record(body);
    withUrn =
        record(
            new String(body, StandardCharsets.UTF_8)
                .replace("\"job\"", "\"urn\"")
                .getBytes(StandardCharsets.UTF_8));
    gate.configure(Map.of());
    toHeader.configure(reconciling("header"));
    toBody.configure(reconciling("body"));
    acceptance.configure(Map.of());
    producerSchema.configure(Map.of("schema", "producer"));
    normalize.configure(Map.of());
    route.configure(Map.of("routes", "urn:babel:orders:*=orders.${urn.name}"));
  }

  private static Map<String, String> reconciling(String target) {
    return Map.of("rule", "sqs", "count.header", "deliveries", "write", target);
  }

  private static SinkRecord record(byte[] body) {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addString("bq-schema-version", "1");
    headers.addString("bq-attempts", "0");
    headers.addString("deliveries", "3");
    return new SinkRecord(
        "orders",
        0,
        null,
        null,
        null,
        body,
        1,
        1_717_430_400_000L,
        TimestampType.CREATE_TIME,
        headers);
  }

  /** One header, and no look at the body. */
  @Benchmark
  public SinkRecord schemaVersionGate() {
    return gate.apply(record);
  }

  /** A count that a header carries, written into another. */
  @Benchmark
  public SinkRecord reconcileAttemptsInHeader() {
    return toHeader.apply(record);
  }

  /** A count that a header carries, written into a copy of the body. */
  @Benchmark
  public SinkRecord reconcileAttemptsInBody() {
    return toBody.apply(record);
  }

  /** The rules of acceptance. */
  @Benchmark
  public SinkRecord validateEnvelope() {
    return acceptance.apply(record);
  }

  /** The rules of acceptance and the producer's JSON Schema, which needs a tree of the body. */
  @Benchmark
  public SinkRecord validateProducerEnvelope() {
    return producerSchema.apply(record);
  }

  /** A urn that becomes a job, in a copy of the body. */
  @Benchmark
  public SinkRecord normalizeEnvelope() {
    return normalize.apply(withUrn);
  }

  /** A topic from the URN. */
  @Benchmark
  public SinkRecord routeByUrn() {
    return route.apply(record);
  }
}
