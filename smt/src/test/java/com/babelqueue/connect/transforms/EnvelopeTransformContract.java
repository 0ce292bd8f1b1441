package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for the transforms that read the envelope. */
abstract class EnvelopeTransformContract extends TransformContract {

  @ParameterizedTest
  @EnumSource
  void passesUnacceptableEnvelopesOnByDefault(ValueKind kind) {
    SinkRecord record = sink(kind, kind.envelope(0, 2), provoking());
    assertThat(this.<SinkRecord>configured().apply(record)).isSameAs(record);
  }

  @ParameterizedTest
  @EnumSource
  void failsOnUnacceptableEnvelopesWhenTold(ValueKind kind) {
    SinkRecord record = sink(kind, kind.envelope(0, 2), provoking());
    Transformation<SinkRecord> transform = configured("unacceptable", "fail");
    assertThatThrownBy(() -> transform.apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining("unsupported_schema_version")
        .hasMessageNotContaining("canary");
  }

  @Test
  void passesBrokenBodiesOnByDefault() {
    for (Object value :
        new Object[] {new byte[0], new byte[] {(byte) 0xFF}, "canary", "[".repeat(100_000)}) {
      SinkRecord record = sink(ValueKind.MAP, value, provoking());
      assertThat(this.<SinkRecord>configured().apply(record)).isSameAs(record);
    }
  }

  @Test
  void refusesForeignTypesWithoutShowingTheValue() {
    SinkRecord record = sink(ValueKind.MAP, List.of("canary"), provoking());
    assertThatThrownBy(() -> this.<SinkRecord>configured().apply(record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageContaining(List.of("canary").getClass().getName())
        .hasMessageNotContaining("canary");
  }

  @ParameterizedTest
  @CsvSource({"unacceptable,skip, fail", "header.type,string, bytes"})
  void namesTheKeyOfAWrongSetting(String key, String first, String second) {
    assertThatThrownBy(() -> configured(key, "wrong"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("one of " + first + ", " + second);
  }
}
