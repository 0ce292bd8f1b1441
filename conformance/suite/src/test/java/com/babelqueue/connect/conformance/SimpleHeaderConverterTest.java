package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.LogCapture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.storage.SimpleHeaderConverter;
import org.junit.jupiter.api.Test;

/**
 * What Connect's default header converter does to the gate (CON-1): it makes numbers of text, and
 * the gate then cannot see what was sent. The gate must say so each time.
 */
class SimpleHeaderConverterTest {
  private static final String PROPERTY = "bq-schema-version";

  @Test
  void everyRetypedVersionIsReportedAndOnlyOnesInAnotherSpellingPass() throws IOException {
    List<String> wrongVerdicts = new ArrayList<>();
    int retyped = 0;
    for (Case c : Suite.load(SuiteDirectories.own()).cases("kafka.schema_version_gate")) {
      if (!c.fields().has("value")) {
        continue;
      }
      String sent = c.fields().text("value");
      Object arrived = throughSimpleHeaderConverter(sent);
      retyped += arrived instanceof Number ? 1 : 0;
      try (LogCapture log = LogCapture.of(PROPERTY + " arrives as a number")) {
        boolean passed =
            GateBlocks.apply(PROPERTY, "drop", Records.withHeader(new byte[0], PROPERTY, arrived))
                != null;
        if (passed != c.fields().text("expect").equals("decode")) {
          wrongVerdicts.add(sent);
        }
        assertThat(log.lines().isEmpty())
            .as("no report for %s, which arrives as %s", c.name(), arrived)
            .isEqualTo(!(arrived instanceof Number));
      }
    }

    assertThat(retyped).as("versions that arrive as a number").isGreaterThan(4);
    assertThat(wrongVerdicts)
        .as("versions that cannot be told from 1 once they are numbers")
        .containsExactlyInAnyOrder("01", " 1", "1 ", "\t1\n");
  }

  private static Object throughSimpleHeaderConverter(String text) throws IOException {
    try (SimpleHeaderConverter converter = new SimpleHeaderConverter()) {
      byte[] sent = text.getBytes(StandardCharsets.UTF_8);
      return converter.toConnectHeader(Records.TOPIC, PROPERTY, sent).value();
    }
  }
}
