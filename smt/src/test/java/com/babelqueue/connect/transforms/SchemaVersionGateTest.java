package com.babelqueue.connect.transforms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaVersionGateTest extends TransformContract {

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new SchemaVersionGate<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of();
  }

  @Override
  Headers provoking() {
    return headers("bq-schema-version", "2");
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  @ParameterizedTest
  @EnumSource
  void passesSupportedVersions(ValueKind kind) {
    for (Object version : new Object[] {"1", "1".getBytes(UTF_8), "", " \t", null, 1, 1L}) {
      SinkRecord record = envelope(kind, 0, headers("bq-schema-version", version));
      assertThat(apply(record)).isSameAs(record);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failsWithoutShowingTheValue(ValueKind kind) {
    assertThatThrownBy(() -> apply(envelope(kind, 0, provoking())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("bq-schema-version")
        .hasMessageNotContaining("canary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"01", " 1", "1 ", "x", "\u00a0"})
  void refusesOtherText(String version) {
    SinkRecord record =
        envelope(ValueKind.BYTES, 0, headers("bq-schema-version", version.getBytes(UTF_8)));
    assertThat(apply(record, "behavior", "drop")).isNull();
  }

  @Test
  void refusesRetypedNumbersThatAreNotOne() {
    for (Object version : List.of(2, 1.0, (byte) 0, true)) {
      SinkRecord record = envelope(ValueKind.BYTES, 0, headers("bq-schema-version", version));
      assertThat(apply(record, "behavior", "drop")).isNull();
    }
  }

  @Test
  void refusesWhenAnyRepeatedHeaderIsRefused() {
    SinkRecord mixed =
        envelope(ValueKind.BYTES, 0, headers("bq-schema-version", "2", "bq-schema-version", "1"));
    SinkRecord same =
        envelope(ValueKind.BYTES, 0, headers("bq-schema-version", "", "bq-schema-version", "1"));
    assertThat(apply(mixed, "behavior", "drop")).isNull();
    assertThat(apply(same, "behavior", "drop")).isSameAs(same);
  }

  @ParameterizedTest
  @EnumSource
  void routesEverythingUnchanged(ValueKind kind) {
    SinkRecord record = envelope(kind, 0, headers("bq-schema-version", "2", "a", "b"));
    SinkRecord result = apply(record, "behavior", "route");
    assertThat(result.topic()).isEqualTo("orders.dlq");
    assertThat(result.value()).isSameAs(record.value());
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.timestamp()).isEqualTo(7L);
    assertThat(texts(result)).containsExactly("bq-schema-version=2", "a=b");
  }

  @Test
  void routesToTheNamedTopic() {
    SinkRecord record = envelope(ValueKind.BYTES, 0, provoking());
    assertThat(apply(record, "behavior", "route", "route.topic", "old-versions").topic())
        .isEqualTo("old-versions");
    assertThat(apply(record, "behavior", "route", "route.topic", "v.${topic}.x").topic())
        .isEqualTo("v.orders.x");
  }

  @Test
  void readsTheHeaderItIsTold() {
    SinkRecord record =
        envelope(ValueKind.BYTES, 0, headers("bq-schema-version", "2", "x-schema-version", 1));
    assertThat(apply(record, "header", "x-schema-version")).isSameAs(record);
  }

  /** Bodies no transform could read show that the gate looks at headers alone (GATE-7). */
  @Test
  void neverLooksAtTheValue() {
    Object opaque = new Object();
    SinkRecord good = sink(ValueKind.MAP, opaque, headers("bq-schema-version", "1"));
    SinkRecord bad = sink(ValueKind.MAP, opaque, provoking());
    assertThat(apply(good)).isSameAs(good);
    assertThat(apply(bad, "behavior", "route").value()).isSameAs(opaque);
  }

  @Test
  void warnsOnceOfNumbersWhereTextIsExpectedAndLogsNoPayload() {
    StringWriter log = new StringWriter();
    Logger logger = Logger.getLogger(SchemaVersionGate.class.getPackageName());
    WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), log);
    logger.addAppender(appender);
    logger.setLevel(Level.DEBUG);
    try {
      Transformation<SinkRecord> gate = configured("behavior", "drop");
      gate.apply(envelope(ValueKind.TEXT, 0, headers("bq-schema-version", 1)));
      gate.apply(envelope(ValueKind.TEXT, 0, headers("bq-schema-version", 1)));
      gate.apply(envelope(ValueKind.TEXT, 0, headers("bq-schema-version", "2canary")));
    } finally {
      logger.removeAppender(appender);
      logger.setLevel(null);
    }
    assertThat(log.toString().lines().filter(line -> line.startsWith("WARN")))
        .singleElement()
        .asString()
        .contains("header.converter", "ByteArrayConverter");
    assertThat(log.toString())
        .contains("Dropping the record at topic orders, partition 3, offset 42")
        .doesNotContain("canary");
  }

  @Test
  void namesTheKeyOfAWrongSetting() {
    for (String key : new String[] {"behavior", "header", "route.topic"}) {
      assertThatThrownBy(() -> configured(key, key.equals("behavior") ? "wrong" : " "))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(key);
    }
  }
}
