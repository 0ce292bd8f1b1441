package com.babelqueue.connect.sink;

import static com.babelqueue.connect.sink.Records.ORDERS_0;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * A broker that refuses a record whenever it is sent, so that it goes to a retry topic. Stateless.
 */
final class Refusals {
  private static final String FOUR_TIERS = "5s,30s,5m,30m";

  private Refusals() {}

  /** Settings first, as keys without a prefix; then headers, whose names begin with bq-. */
  static void refuse(ScriptedKafka kafka, String body, String... settingsAndHeaders) {
    List<String> settings = new ArrayList<>();
    List<Object> headers = new ArrayList<>();
    for (int i = 0; i < settingsAndHeaders.length; i += 2) {
      if (settingsAndHeaders[i].startsWith("bq-")) {
        headers.add(settingsAndHeaders[i]);
        headers.add(utf8(settingsAndHeaders[i + 1]));
      } else {
        settings.add(settingsAndHeaders[i]);
        settings.add(settingsAndHeaders[i + 1]);
      }
    }
    refuse(
        kafka,
        Records.raw(ORDERS_0, 0, body, headers.toArray()),
        settings(settings.toArray(new String[0])));
  }

  /** Refuses one record, whose offset is then done. */
  static void refuse(ScriptedKafka kafka, SinkRecord record, String... settings) {
    SinkWalk walk = SinkWalk.writingTo(kafka, settings).open(ORDERS_0);
    walk.sender.onSend =
        labels ->
            labels.forEach(
                label -> walk.sender.script(label, send -> send.refused("full", "no room")));

    walk.put(List.of(record));

    assertThat(walk.sender.holds).isEmpty();
    assertThat(walk.committable(ORDERS_0)).isEqualTo(1);
  }

  /** Settings with four tiers, and pairs of key and value over them. */
  static String[] settings(String... pairs) {
    List<String> all = new ArrayList<>(List.of(SinkConfig.RETRY_TIERS, FOUR_TIERS));
    all.addAll(List.of(pairs));
    return all.toArray(new String[0]);
  }

  /** An envelope with a counter. */
  static String body(int attempts) {
    return Records.body("a").replace("\"attempts\":0", "\"attempts\":" + attempts);
  }

  static byte[] utf8(String text) {
    return text.getBytes(UTF_8);
  }

  /** The envelope in a record that was written. */
  static Envelope scan(ProducerRecord<byte[], byte[]> record) {
    return new EnvelopeScanner().scan(record.value());
  }
}
