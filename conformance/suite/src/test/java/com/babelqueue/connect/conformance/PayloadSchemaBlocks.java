package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.transforms.ValidatePayload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;

/** The blocks {@code payload_schema} and {@code payload_schema_unicode} (PSC-1 to PSC-5). */
final class PayloadSchemaBlocks {
  private PayloadSchemaBlocks() {}

  /**
   * A runner of either block.
   *
   * @param directory where schemas are written
   */
  static BlockRunner judge(Path directory) {
    return c -> {
      Path schemas = PayloadCase.schemas(c, directory);
      SourceRecord record = Records.of(PayloadCase.body(c));
      if (PayloadCase.isValid(c)) {
        assertThat(apply(schemas, "fail", record)).isSameAs(record);
      } else {
        assertRefused(schemas, record);
      }
      Files.move(schemas.resolve("payload.json"), schemas.resolve("other.json"));
      assertThat(apply(withoutId(schemas), "fail", record)).as("no schema").isSameAs(record);
    };
  }

  /** The same schema, which now belongs to the URN that its file is called. */
  private static Path withoutId(Path schemas) throws IOException {
    Path file = schemas.resolve("other.json");
    Files.writeString(file, Files.readString(file).replace("\"$id\"", "\"id\""));
    return schemas;
  }

  private static void assertRefused(Path schemas, SourceRecord record) {
    assertThatThrownBy(() -> apply(schemas, "fail", record)).isInstanceOf(DataException.class);
    assertThat(apply(schemas, "drop", record)).isNull();
    SourceRecord routed = apply(schemas, "route", record);
    assertThat(routed.topic()).isEqualTo(Records.TOPIC + ".dlq");
    assertThat(routed.value()).isSameAs(record.value());
  }

  private static SourceRecord apply(Path schemas, String behavior, SourceRecord record) {
    try (ValidatePayload<SourceRecord> transform = new ValidatePayload<>()) {
      transform.configure(Map.of("schemas.directory", schemas.toString(), "behavior", behavior));
      return transform.apply(record);
    }
  }
}
