package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.RecordBody;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReconcileAttemptsTest extends EnvelopeTransformContract {

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new ReconcileAttempts<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of("rule", "kafka");
  }

  @Override
  Headers provoking() {
    return headers("bq-attempts", "7");
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static int bodyAttempts(SinkRecord record) {
    return new EnvelopeScanner().scan(RecordBody.of(record).bytes()).attempts();
  }

  @ParameterizedTest
  @CsvSource({
    "kafka, bq-attempts, 1, 1",
    "sqs, sqs.approximate.receive.count, 5, 4",
    "servicebus, servicebus.delivery.count, 5, 4",
    "pulsar, pulsar.redelivery.count, 5, 5",
    "artemis, artemis.delivery.count, 5, 5",
    "artemis-jms, JMSXDeliveryCount, 5, 4",
    "rabbitmq, x-attempts, 5, 5",
    "none, bq-attempts, 5, 2",
  })
  void readsTheRulesOwnHeader(String rule, String header, String count, String expected) {
    SinkRecord record = envelope(ValueKind.BYTES, 2, headers(header, count));
    assertThat(values(apply(record, "rule", rule), "bq-attempts")).containsExactly(expected);
  }

  @Test
  void readsTheLastOfAnyHeaderItIsTold() {
    SinkRecord record = envelope(ValueKind.BYTES, 0, headers("n", "9", "n", 3));
    SinkRecord result = apply(record, "rule", "sqs", "count.header", "n");
    assertThat(values(result, "bq-attempts")).containsExactly("2");
    assertThat(values(result, "n")).containsExactly("9", 3);
  }

  @ParameterizedTest
  @EnumSource
  void writesTheHeaderAndLeavesTheValueByDefault(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, headers("x-attempts", 5L));
    SinkRecord result = apply(record, "rule", "rabbitmq");
    assertThat(result.value()).isSameAs(record.value());
    assertThat(values(result, "bq-attempts")).containsExactly("5");
    assertThat(values(record, "bq-attempts")).isEmpty();
    assertThat(result.timestamp()).isEqualTo(7L);
  }

  @ParameterizedTest
  @EnumSource
  void writesTheBodyInItsOwnRepresentation(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, headers("x-attempts", 5L));
    SinkRecord result = apply(record, "rule", "rabbitmq", "write", "body");
    assertThat(result.value()).isInstanceOf(record.value().getClass());
    assertThat(RecordBody.of(result).bytes())
        .asString(UTF_8)
        .isEqualTo(
            new String(RecordBody.of(record).bytes(), UTF_8)
                .replace("\"attempts\":2", "\"attempts\":5"));
    assertThat(bodyAttempts(record)).isEqualTo(2);
    assertThat(values(result, "bq-attempts")).isEmpty();
  }

  @Test
  void writesBoth() {
    SinkRecord record = envelope(ValueKind.TEXT, 2, headers("bq-attempts", "4"));
    SinkRecord result = apply(record, "write", "both", "header.type", "bytes");
    assertThat(bodyAttempts(result)).isEqualTo(4);
    assertThat(values(result, "bq-attempts")).containsExactly("4");
  }

  @ParameterizedTest
  @EnumSource
  void keepsTheRecordWhenNothingChanges(ValueKind kind) {
    SinkRecord record = envelope(kind, 2, headers("bq-attempts", "2"));
    for (String write : new String[] {"header", "body", "both"}) {
      assertThat(apply(record, "write", write)).isSameAs(record);
    }
  }

  @Test
  void leavesOneHeaderWhereThereWereSeveral() {
    SinkRecord record =
        envelope(ValueKind.BYTES, 0, headers("bq-attempts", "2", "bq-attempts", "2"));
    assertThat(values(apply(record), "bq-attempts")).containsExactly("2");
  }

  @Test
  void writesBytesWhenTold() {
    SinkRecord record = envelope(ValueKind.BYTES, 2, headers());
    assertThat(values(apply(record, "header.type", "bytes"), "bq-attempts"))
        .containsExactly("2".getBytes(UTF_8));
  }

  @Test
  void namesTheKeyOfItsOwnWrongSettings() {
    assertThatThrownBy(() -> create().configure(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rule");
    for (String key : new String[] {"rule", "write"}) {
      assertThatThrownBy(() -> configured(key, "wrong"))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
    assertThatThrownBy(() -> configured("count.header", " "))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("count.header");
  }
}
