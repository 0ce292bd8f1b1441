package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RecordLinesTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void showsEverythingAligned() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("orders", 0, 3, null, bytes("{\"job\":\"urn:babel:a:b\"}"));
    record.headers().add("bq-job", bytes("urn:babel:a:b")).add("empty", null);

    assertThat(RecordLines.of(record, "4/10", "sqs: what is shown"))
        .containsExactly(
            "   4/10  orders  partition 0  offset 3  key null",
            "         sqs: what is shown",
            "         headers  bq-job=urn:babel:a:b  empty=null",
            "         body     {\"job\":\"urn:babel:a:b\"}");
  }

  @Test
  void bareRecordHasEveryLabel() {
    ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("t", 1, 0, bytes("k"), null);

    assertThat(RecordLines.of(record, "1", ""))
        .containsExactly(
            "      1  t  partition 1  offset 0  key k",
            "         headers  none",
            "         body     null");
  }

  @Test
  void neverWiderThanTerminalAndNeverMoreLines() {
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("t".repeat(200), 0, 0, bytes("k\u001b[31m"), bytes("☕\n".repeat(500)));
    for (int i = 0; i < 20; i++) {
      record.headers().add("name-" + i, bytes("v".repeat(i * 20)));
    }

    List<String> lines = RecordLines.of(record, "1/1", "word ".repeat(60));

    assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(120));
    assertThat(String.join("", lines)).doesNotContain("\n", "\u001b");
    assertThat(lines.get(lines.size() - 2)).startsWith("         body     ☕.☕.").endsWith("☕.");
    assertThat(lines.get(lines.size() - 1)).startsWith("                  ☕.☕.").endsWith("...");
  }
}
