package com.babelqueue.connect.transforms;

import static com.babelqueue.connect.transforms.TransformContract.headers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.transforms.TransformTable.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every transform that a worker can find must hold, whatever else it does. */
class TransformContractTest {
  private static final String CANARY = "canary";

  static Stream<Row> rows() {
    return TransformTable.rows();
  }

  private static Transformation<SinkRecord> configured(Row row, String... more) {
    Map<String, String> settings = new HashMap<>(row.settings());
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    Transformation<SinkRecord> transform = row.create();
    transform.configure(settings);
    return transform;
  }

  private static SinkRecord record(Row row, ValueKind kind, Object value) {
    SinkRecord plain = TransformContract.sink(kind, value, headers());
    SinkRecord placed =
        plain.newRecord(
            row.topic(), 3, plain.keySchema(), "k", plain.valueSchema(), value, plain.timestamp());
    row.headers().forEach((name, text) -> placed.headers().addString(name, text));
    return placed;
  }

  @Test
  void everyTransformThatAWorkerFindsHasARow() {
    List<String> found = new ArrayList<>();
    for (Transformation<?> transform : ServiceLoader.load(Transformation.class)) {
      if (transform.getClass().getName().startsWith("com.babelqueue.")) {
        found.add(transform.getClass().getName());
      }
    }
    assertThat(new TreeSet<>(rows().map(row -> row.create().getClass().getName()).toList()))
        .containsExactlyInAnyOrderElementsOf(found);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void passesANullValueUntouched(Row row) {
    SinkRecord tombstone = record(row, ValueKind.MAP, null);
    assertThat(configured(row).apply(tombstone)).isSameAs(tombstone);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void saysWhichRecordHasAValueOfAWrongType(Row row) {
    for (Object wrong : new Object[] {5, true, List.of(CANARY), new Object()}) {
      SinkRecord record = record(row, ValueKind.MAP, wrong);
      Transformation<SinkRecord> transform = configured(row);
      if (row.readsNoValue()) {
        assertThat(transform.apply(record)).isSameAs(record);
      } else {
        assertThatThrownBy(() -> transform.apply(record))
            .as("%s with %s", row, wrong.getClass())
            .isInstanceOf(DataException.class)
            .hasMessageContaining("topic " + row.topic() + ", partition 3, offset 42")
            .hasMessageNotContaining(CANARY);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void takesEachRepresentationOfAValue(Row row) {
    for (ValueKind kind : ValueKind.values()) {
      SinkRecord record = record(row, kind, row.value(kind));
      SinkRecord result = configured(row).apply(record);
      assertThat(result).as("%s with %s", row, kind).isNotNull();
      assertThat(result.value()).isNotNull();
      assertThat(result.kafkaPartition()).isEqualTo(3);
      assertThat(result.kafkaOffset()).isEqualTo(42);
      if (result.value() instanceof ByteBuffer buffer) {
        assertThat(buffer.position()).as("nobody has read from it").isZero();
      }
      if (record.value() instanceof ByteBuffer buffer) {
        assertThat(buffer.position()).as("the record's own buffer").isZero();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void leavesTheRecordItWasGivenAlone(Row row) {
    for (ValueKind kind : ValueKind.values()) {
      Object value = row.value(kind);
      SinkRecord record = record(row, kind, value);
      List<String> before = TransformContract.texts(record);
      Object copy = value instanceof byte[] bytes ? bytes.clone() : row.value(kind);
      configured(row).apply(record);
      assertThat(record.value()).isEqualTo(copy);
      assertThat(TransformContract.texts(record)).isEqualTo(before);
      assertThat(record.topic()).isEqualTo(row.topic());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void changesNothingTheSecondTimeWherePromised(Row row) {
    if (!row.idempotent()) {
      return;
    }
    for (ValueKind kind : ValueKind.values()) {
      Transformation<SinkRecord> transform = configured(row);
      SinkRecord once = transform.apply(record(row, kind, row.value(kind)));
      SinkRecord twice = transform.apply(once);
      assertThat(text(twice)).as("%s with %s", row, kind).isEqualTo(text(once));
    }
  }

  /** Everything a consumer sees of a record. */
  private static String text(SinkRecord record) {
    StringBuilder text = new StringBuilder(record.topic() + " " + record.timestamp() + " ");
    text.append(record.key()).append(' ').append(Objects.toString(record.valueSchema()));
    Object value = record.value();
    if (value instanceof byte[] bytes) {
      text.append(new String(bytes, UTF_8));
    } else if (value instanceof ByteBuffer buffer) {
      text.append(UTF_8.decode(buffer.duplicate()));
    } else {
      text.append(value instanceof Struct struct ? struct.toString() : value);
    }
    for (Header header : record.headers()) {
      text.append(' ').append(header.key()).append('=').append(header.value());
    }
    return text.toString();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void tellsNothingOfAPayload(Row row) {
    List<Object> hostile =
        new ArrayList<>(
            List.of(
                CANARY,
                "{\"" + CANARY,
                "[\"" + CANARY + "\"]",
                "{\"canary\":\"canary\"}",
                "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":\"canary\","
                    + "\"meta\":{\"schema_version\":1}}",
                "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"secret\":\"canary\",\"n\":1e999},"
                    + "\"meta\":{\"schema_version\":1}}",
                "{\"job\":\"urn:a\",\"trace_id\":\"t\",\"data\":{\"secret\":7,\"canary\":1},"
                    + "\"meta\":{\"schema_version\":1,\"id\":\"canary\"}}",
                Map.of("data", Map.of(CANARY, new Object() {})),
                Map.of("body", CANARY, "headers", Map.of("x-time", CANARY)),
                new byte[] {'c', 'a', 'n', 'a', 'r', 'y', (byte) 0xff}));
    Stream.of(ValueKind.values()).forEach(kind -> hostile.add(row.value(kind)));
    String log =
        LoggedText.of(
            () -> {
              for (String behavior : row.behaviors()) {
                for (Object value : hostile) {
                  tellsNothingOf(row, behavior, value);
                }
              }
            });
    assertThat(log).doesNotContainIgnoringCase(CANARY);
  }

  private static void tellsNothingOf(Row row, String behavior, Object value) {
    Transformation<SinkRecord> transform =
        behavior.isEmpty() ? configured(row) : configured(row, row.behaviorKey(), behavior);
    SinkRecord record = record(row, ValueKind.MAP, value);
    try {
      transform.apply(record);
    } catch (DataException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        assertThat(String.valueOf(cause.getMessage()))
            .as("%s, %s", row, behavior)
            .doesNotContainIgnoringCase(CANARY);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void namesTheSettingThatHasAnUnknownValue(Row row) {
    int checked = 0;
    for (ConfigDef.ConfigKey key : row.create().config().configKeys().values()) {
      if (String.valueOf(key.validator).matches("(?s)one of .*|\\[.*\\]")) {
        checked++;
        assertThatThrownBy(() -> configured(row, key.name, "no-such-value"))
            .as("%s: %s", row, key.name)
            .isInstanceOf(ConfigException.class)
            .hasMessageContaining(key.name);
      }
    }
    assertThat(checked).as("settings with a list of values").isGreaterThanOrEqualTo(row.choices());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void namesTheSettingThatIsMissing(Row row) {
    Set<String> needed = new TreeSet<>(row.required());
    for (ConfigDef.ConfigKey key : row.create().config().configKeys().values()) {
      if (!key.hasDefault()) {
        needed.add(key.name);
      }
    }
    for (String required : needed) {
      Map<String, String> settings = new HashMap<>(row.settings());
      settings.remove(required);
      assertThatThrownBy(() -> row.create().configure(settings))
          .as("%s without %s", row, required)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(required);
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void documentsItselfAndHasAVersion(Row row) {
    Transformation<SinkRecord> transform = row.create();
    assertThat(((Versioned) transform).version()).isNotBlank().doesNotContain("$", "unknown");
    assertThat(transform.config().configKeys().values())
        .isNotEmpty()
        .allSatisfy(
            key -> {
              assertThat(key.documentation).as(key.name).isNotBlank().endsWith(".");
              assertThat(key.name).matches("[a-z0-9]+(\\.[a-z0-9]+)*");
            });
    transform.close();
    transform.close();
  }

  @Test
  void everyRowHasANameOfItsOwn() {
    assertThat(rows().map(Row::toString)).doesNotHaveDuplicates();
  }
}
