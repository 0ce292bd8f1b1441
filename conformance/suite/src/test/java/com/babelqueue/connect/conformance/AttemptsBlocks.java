package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.transforms.ReconcileAttempts;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.source.SourceRecord;

/** The blocks {@code attempts_reconciliation}: one rule for each broker. */
final class AttemptsBlocks {
  private AttemptsBlocks() {}

  static Map<String, BlockRunner> runners() {
    return Map.of(
        "kafka.attempts_reconciliation",
        c -> reconcile(c, "header_attempts", 0, "kafka", "bq-attempts"),
        "sqs.attempts_reconciliation",
        c -> reconcile(c, "approximate_receive_count", 0, "sqs", "sqs.approximate.receive.count"),
        "asb.attempts_reconciliation",
        c -> reconcile(c, "delivery_count", 0, "servicebus", "servicebus.delivery.count"),
        "pulsar.attempts_reconciliation",
        c -> reconcile(c, "redelivery_count", 0, "pulsar", "pulsar.redelivery.count"),
        "artemis.attempts_reconciliation",
        c -> {
          reconcile(c, "delivery_count", 0, "artemis", "artemis.delivery.count");
          // JMS counts the same deliveries from 1 (ART-3).
          reconcile(c, "delivery_count", 1, "artemis-jms", "JMSXDeliveryCount");
        });
  }

  private static void reconcile(Case c, String countKey, int shift, String rule, String header) {
    c.fields().passOver("name");
    byte[] body = c.bodyWithAttempts(c.fields().integer("body_attempts"));
    JsonNode count = c.fields().value(countKey);
    int expected = c.fields().integer("expected_attempts");
    List<SourceRecord> records = new ArrayList<>();
    if (count.isNull()) {
      records.add(Records.of(body));
    } else {
      forms(count, shift).forEach(form -> records.add(Records.withHeader(body, header, form)));
    }
    assertThat(records).isNotEmpty();
    for (SourceRecord record : records) {
      assertOutcome(record, rule, body, expected);
    }
  }

  /** What a count may arrive as: text, its bytes, and a number where it is one. */
  private static List<Object> forms(JsonNode count, int shift) {
    if (count.isTextual()) {
      return Records.exact(count.textValue());
    }
    long number = count.longValue() + shift;
    List<Object> forms = new ArrayList<>(Records.exact(Long.toString(number)));
    forms.add(number);
    forms.add((int) number);
    return forms;
  }

  private static void assertOutcome(SourceRecord record, String rule, byte[] body, int expected) {
    SourceRecord toHeader = transform(record, rule, "header");
    assertThat(HeaderText.of(HeaderText.last(toHeader.headers(), ContractHeaders.ATTEMPTS)))
        .isEqualTo(Integer.toString(expected));
    assertThat(toHeader.value()).as("the value is left alone").isSameAs(body);

    byte[] changed = (byte[]) transform(record, rule, "body").value();
    assertThat(Suite.parse(changed).path("attempts").intValue()).isEqualTo(expected);
    assertThat(new String(changed, StandardCharsets.UTF_8).replace("\"attempts\":" + expected, ""))
        .as("nothing else changes")
        .isEqualTo(
            new String(body, StandardCharsets.UTF_8)
                .replace("\"attempts\":" + Suite.parse(body).path("attempts"), ""));
  }

  private static SourceRecord transform(SourceRecord record, String rule, String write) {
    try (ReconcileAttempts<SourceRecord> transform = new ReconcileAttempts<>()) {
      transform.configure(Map.of("rule", rule, "write", write));
      return transform.apply(record);
    }
  }
}
