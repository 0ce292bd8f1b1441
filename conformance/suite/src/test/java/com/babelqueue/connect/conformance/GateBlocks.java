package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.transforms.SchemaVersionGate;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.source.SourceRecord;

/** The blocks {@code schema_version_gate}: the native field alone decides (GATE-1 to GATE-5). */
final class GateBlocks {
  /** What the gate must never look at. */
  private static final byte[] UNREADABLE = {'{', (byte) 0xff};

  private GateBlocks() {}

  static void gate(Case c) {
    String property = c.shared().text("property");
    byte[] body = c.file(c.shared().text("fixture"));
    assertThat(new EnvelopeScanner().scan(body).isAcceptable()).as("the fixture").isTrue();
    String expect = c.fields().text("expect");
    if (c.fields().has("absent")) {
      assertThat(c.fields().flag("absent")).isTrue();
      assertVerdict(property, expect, Records.of(body));
      return;
    }
    for (Object form : forms(c.fields())) {
      assertVerdict(property, expect, Records.withHeader(body, property, form));
      assertVerdict(property, expect, Records.withHeader(UNREADABLE, property, form));
    }
  }

  /** Every Java form that a client or a byte-exact header converter may give the value. */
  private static List<Object> forms(Fields fields) {
    JsonNode value = fields.value("value");
    String type = fields.has("value_type") ? fields.text("value_type") : "";
    if (value.isNull()) {
      return Collections.singletonList(null);
    }
    if (value.isTextual()) {
      return Records.exact(value.textValue());
    }
    if (value.isIntegralNumber() && type.isEmpty()) {
      long number = value.longValue();
      return List.of(
          (byte) number, (short) number, (int) number, number, BigInteger.valueOf(number));
    }
    if (value.isFloatingPointNumber() && (type.isEmpty() || type.equals("float"))) {
      BigDecimal number = value.decimalValue();
      return List.of(number.floatValue(), number.doubleValue(), number);
    }
    throw new SuiteException("a version of no known type: " + value + " " + type);
  }

  private static void assertVerdict(String property, String expect, SourceRecord record) {
    switch (expect) {
      case "decode" -> {
        for (String behavior : List.of("fail", "drop", "route")) {
          assertThat(apply(property, behavior, record)).isSameAs(record);
        }
      }
      case "reject" -> {
        assertThatThrownBy(() -> apply(property, "fail", record))
            .isInstanceOf(DataException.class)
            .hasMessageContaining(property);
        assertThat(apply(property, "drop", record)).isNull();
        SourceRecord routed = apply(property, "route", record);
        assertThat(routed.topic()).isEqualTo(Records.TOPIC + ".dlq");
        assertThat(routed.value()).isSameAs(record.value());
        assertThat(Records.headers(routed)).isEqualTo(Records.headers(record));
      }
      default -> fail("unknown verdict " + expect);
    }
  }

  static SourceRecord apply(String property, String behavior, SourceRecord record) {
    try (SchemaVersionGate<SourceRecord> gate = new SchemaVersionGate<>()) {
      gate.configure(Map.of("header", property, "behavior", behavior));
      return gate.apply(record);
    }
  }
}
