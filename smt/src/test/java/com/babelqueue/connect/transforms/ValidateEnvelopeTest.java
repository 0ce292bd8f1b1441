package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ValidateEnvelopeTest extends TransformContract {
  private static final String ID = "7b3f9c2a-1111-4222-8333-444455556666";
  private static final String VALID =
      "{\"job\":\"urn:a\",\"trace_id\":\"%1$s\",\"data\":{\"secret\":\"canary\"},\"meta\":{\"id\":\"%1$s\",\"queue\":\"q\",\"lang\":\"go\",\"schema_version\":1,\"created_at\":0},\"attempts\":0}"
          .formatted(ID);

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new ValidateEnvelope<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of();
  }

  @Override
  Headers provoking() {
    return headers();
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static SinkRecord text(String body) {
    return sink(ValueKind.TEXT, body, headers());
  }

  @ParameterizedTest
  @EnumSource
  void refusesUnacceptableEnvelopes(ValueKind kind) {
    SinkRecord record = sink(kind, kind.envelope(0, 2), headers("a", "b"));
    assertThatThrownBy(() -> apply(record))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "The record at topic orders, partition 3, offset 42 has no acceptable envelope:"
                + " unsupported_schema_version, meta.schema_version is not the integer 1");
    assertThat(apply(record, "behavior", "drop")).isNull();
    SinkRecord routed = apply(record, "behavior", "route");
    assertThat(routed.topic()).isEqualTo("orders.dlq");
    assertThat(routed.value()).isSameAs(record.value());
    assertThat(texts(routed)).containsExactly("a=b");
  }

  @Test
  void refusesValuesThatAreNoEnvelope() {
    for (Object value :
        new Object[] {
          List.of("canary"), 5, Map.of("a", new Object()), new byte[] {(byte) 0xFF}, "canary", ""
        }) {
      SinkRecord record = sink(ValueKind.MAP, value, headers());
      assertThat(apply(record, "behavior", "drop")).isNull();
      assertThatThrownBy(() -> apply(record))
          .isInstanceOf(DataException.class)
          .hasMessageContaining("topic orders, partition 3, offset 42")
          .hasMessageNotContaining("canary");
    }
  }

  @Test
  void asksForAcceptanceOnlyByDefault() {
    SinkRecord record =
        text("{\"urn\":\"u\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"schema_version\":1}}");
    assertThat(apply(record)).isSameAs(record);
    assertThat(apply(record, "schema", "producer", "behavior", "drop")).isNull();
  }

  @Test
  void passesWhatAProducerMayWrite() {
    String dead =
        VALID.replaceFirst(
            "\\{",
            "{\"dead_letter\":{\"reason\":\"failed\",\"error\":null,\"exception\":\"E\",\"failed_at\":1,"
                + "\"original_queue\":\"\",\"attempts\":1,\"lang\":\"php\",\"more\":1},\"unknown\":1,");
    for (String body : new String[] {VALID, dead}) {
      SinkRecord record = sink(ValueKind.BYTES, body.getBytes(UTF_8), headers());
      assertThat(apply(record, "schema", "producer")).isSameAs(record);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "\"job\"; \"urn\"; required (job) at the root",
        ",\"attempts\":0; ; required (attempts) at the root",
        "\"attempts\":0; \"attempts\":-1; minimum at /attempts",
        "\"lang\":\"go\"; \"lang\":\"canary\"; enum at /meta/lang",
        "\"queue\":\"q\"; \"queue\":\"\"; minLength at /meta/queue",
        "\"queue\":\"q\"; \"q\":\"q\"; required (queue) at /meta",
        "\"created_at\":0; \"created_at\":-1; minimum at /meta/created_at",
        "\"created_at\":0; \"created_at\":\"canary\"; type at /meta/created_at",
        "\"trace_id\":\"7b3f9c2a; \"trace_id\":\"canary; format at /trace_id",
        "\"id\":\"7b3f9c2a; \"id\":\"canary; format at /meta/id",
        "\"attempts\":0; \"attempts\":0,\"dead_letter\":{}; required (reason) at /dead_letter",
        "\"attempts\":0; \"attempts\":0,\"dead_letter\":\"canary\"; type at /dead_letter",
      })
  void refusesWhatAProducerMayNotWrite(String part, String replacement, String violation) {
    String body = VALID.replace(part, replacement == null ? "" : replacement);
    assertThat(apply(text(body))).isNotNull();
    assertThatThrownBy(() -> apply(text(body), "schema", "producer"))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "The record at topic orders, partition 3, offset 42 has an envelope that the producer's"
                + " schema refuses: "
                + violation);
  }

  @Test
  void refusesNumbersThatCannotBeRead() {
    SinkRecord record = text(VALID.replace("\"canary\"", "7".repeat(1001)));
    assertThat(apply(record)).isSameAs(record);
    assertThatThrownBy(() -> apply(record, "schema", "producer"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("a number too long")
        .hasMessageNotContaining("777");
  }

  @Test
  void namesTheKeyOfAWrongSetting() {
    for (String key : new String[] {"behavior", "schema", "route.topic"}) {
      assertThatThrownBy(() -> configured(key, key.equals("route.topic") ? " " : "wrong"))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
  }
}
