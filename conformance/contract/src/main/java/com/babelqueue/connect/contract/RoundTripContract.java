package com.babelqueue.connect.contract;

import static com.babelqueue.connect.harness.RecordText.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

/**
 * From Kafka through a broker and back to Kafka, with the sink's and the source's plugin jars in
 * one worker: nothing that the contract promises to carry is different afterwards. A broker's
 * module subclasses it and names its {@link RoundTripPeer}.
 *
 * <p>The records are made up anew for every seed; {@code -Dbabelqueue.roundtrip.seed} repeats a
 * run, whose seed is printed.
 */
public abstract class RoundTripContract extends SinkTest<RoundTripPeer> {
  /** System property with the seed to use; without it the clock gives one. */
  public static final String SEED_PROPERTY = "babelqueue.roundtrip.seed";

  private static final int RECORDS = 400;
  private static final String OUT = "roundtrip-out";
  private static final String QUEUE = "roundtrip";
  private static final String BACK = "roundtrip-back";

  @Override
  final List<Path> plugins() {
    return List.of(PluginJar.underTest(), PluginJar.of(peer().sourceModule()));
  }

  @Test
  void whatGoesOutComesBack() throws Exception {
    long now = System.currentTimeMillis();
    long seed = Long.getLong(SEED_PROPERTY, now);
    System.out.println("[roundtrip] -D" + SEED_PROPERTY + "=" + seed);
    List<GeneratedRecord> records = new RecordGenerator(seed, now).records(RECORDS);
    peer().createQueue(QUEUE);
    stage().createTopic(OUT);
    stage().createTopic(BACK);
    stage().rest().put(BACK, sourceSettings());
    stage()
        .rest()
        .put(
            OUT,
            Stage.sinkSettings(
                peer().connectorClass(), OUT, IN_FLIGHT, peer().settings(QUEUE, peer().address())));

    stage().feed(records.stream().map(record -> record.to(OUT)).toList());

    try (TopicReader reader = stage().kafka().reader(BACK)) {
      List<ConsumerRecord<byte[], byte[]>> back = reader.read(RECORDS, Stage.LIMIT);
      assertThat(stage().rest().status(OUT).failure()).as("failure of the sink").isEmpty();
      assertThat(stage().rest().status(BACK).failure()).as("failure of the source").isEmpty();
      assertThat(stage().kafka().topics()).doesNotContain(OUT + ".dlq", BACK + ".dlq");
      assertThat(back).as("records that came back").hasSize(RECORDS);
      compare(records, back);
    }
    stage().rest().delete(OUT);
    stage().rest().delete(BACK);
  }

  private Map<String, String> sourceSettings() {
    Map<String, String> settings =
        Stage.settings(peer().sourceClass(), new HashMap<>(peer().sourceSettings(QUEUE)));
    settings.put("kafka.topic", BACK);
    settings.put("kafka.key", peer().keyPolicy());
    return settings;
  }

  private void compare(List<GeneratedRecord> records, List<ConsumerRecord<byte[], byte[]>> back) {
    boolean carriesKeys = !peer().keyPolicy().equals("none");
    Map<String, ConsumerRecord<byte[], byte[]>> byId = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : back) {
      assertThat(byId.put(headers(record).get("bq-message-id"), record)).as("once").isNull();
    }
    for (GeneratedRecord sent : records) {
      ConsumerRecord<byte[], byte[]> record = byId.get(sent.id());
      assertThat(record).as("the record of message " + sent.id()).isNotNull();
      assertThat(text(record.value())).as("body").isEqualTo(sent.body());
      assertThat(text(record.key())).as("key").isEqualTo(carriesKeys ? sent.key() : null);
      assertThat(headers(record)).as("headers").isEqualTo(sent.expectedHeaders());
      assertThat(record.timestamp()).as("timestamp").isEqualTo(sent.createdAt());
    }
    if (peer().keepsOrder()) {
      assertThat(back)
          .as("order")
          .extracting(record -> headers(record).get("bq-message-id"))
          .isEqualTo(records.stream().map(GeneratedRecord::id).toList());
    }
  }

  /** By name; a name that comes twice fails. */
  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new TreeMap<>();
    for (Header header : record.headers()) {
      assertThat(headers.put(header.key(), text(header.value())))
          .as("header " + header.key() + " comes once")
          .isNull();
    }
    return headers;
  }
}
