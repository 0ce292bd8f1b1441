package com.babelqueue.connect.source.artemis;

import static com.babelqueue.connect.source.artemis.ArtemisBridge.LIMIT;
import static com.babelqueue.connect.source.artemis.ArtemisBridge.envelope;
import static com.babelqueue.connect.source.artemis.ArtemisBridge.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.TcpProxy;
import jakarta.jms.BytesMessage;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong is named, and no message makes a task die again and again. */
@ExtendWith(ArtemisBridge.Shared.class)
class ArtemisSourceErrorsIT {
  private final ArtemisBridge bridge;
  private final ArtemisPeer peer;

  ArtemisSourceErrorsIT(ArtemisBridge bridge) {
    this.bridge = bridge;
    this.peer = bridge.peer();
  }

  @ParameterizedTest
  @CsvSource({
    "artemis.pasword, x, artemis.pasword",
    "max.in.fligth.messages, 5, max.in.fligth.messages",
    "artemis.queues, nowhere, artemis.queues",
    "artemis.queues, 'a,,b', artemis.queues",
    "artemis.password, wrong, artemis.password",
    "artemis.username, onlooker, artemis.username",
    "artemis.uri, amqp://nowhere.invalid:5672, artemis.uri",
    "artemis.uri, 'failover:(amqp://nowhere.invalid:5672)', artemis.uri",
    "artemis.uri, http://localhost, artemis.uri",
    // A listener without TLS waits for more instead of answering.
    "artemis.ssl.enabled, true, artemis.uri",
    "artemis.client.jms.prefetchPolicy.all, 5, artemis.client.jms.prefetchPolicy.all",
    "artemis.client.amqp.nosuch, 5, artemis.uri",
    "artemis.client.jms.nosuch, 5, artemis.uri",
    "kafka.topic, no spaces, kafka.topic",
    "value.converter, org.apache.kafka.connect.json.JsonConverter, value.converter"
  })
  void validationNamesTheKeyAtFault(String key, String value, String blamed) {
    assertThat(
            bridge
                .rest()
                .validate(ArtemisPeer.CONNECTOR, bridge.settings("DLQ", "topic", key, value)))
        .extracting(ConfigErrors::key)
        .containsExactly(blamed);
  }

  @Test
  void validationNamesAPortThatNobodyListensOn() {
    try (TcpProxy proxy = TcpProxy.to(peer.broker().host(), peer.broker().port())) {
      proxy.refuse();
      Map<String, String> settings =
          bridge.settings("DLQ", "topic", "artemis.uri", "amqp://127.0.0.1:" + proxy.port());

      assertThat(bridge.rest().validate(ArtemisPeer.CONNECTOR, settings))
          .extracting(ConfigErrors::key)
          .containsExactly("artemis.uri");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "artemis.queues, nowhere",
    "artemis.password, wrong",
    "artemis.uri, amqp://nowhere.invalid:5672"
  })
  void aTaskThatCannotGoOnSaysWhichKeyToChange(String key, String value) {
    String name = "failing-" + key;
    bridge
        .rest()
        .put(name, bridge.settings("DLQ", "topic", "validate.connection", "false", key, value));

    assertThat(bridge.rest().awaitTaskFailed(name, LIMIT)).contains(key + ":");
    bridge.rest().delete(name);
  }

  @Test
  void noBodyStopsTheQueue() throws Exception {
    List<byte[]> bad =
        List.of(
            new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'},
            "hello".getBytes(UTF_8),
            ("{\"data\":" + "[".repeat(100_000)).getBytes(UTF_8),
            new byte[0],
            new byte[900 * 1024]);
    bridge.connect("bodies");
    for (byte[] body : bad) {
      BytesMessage message = peer.session().createBytesMessage();
      message.writeBytes(body);
      peer.send("bodies", message);
    }
    peer.send("bodies", List.of(envelope(1)));

    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records("bodies.dlq", bad.size());
    assertThat(dead).extracting(ConsumerRecord::value).containsExactlyElementsOf(bad);
    assertThat(dead).allSatisfy(r -> assertThat(header(r, "bq-error-reason")).isNotBlank());
    assertThat(bridge.records("bodies", 1)).hasSize(1);
    bridge.rest().awaitRunning("bodies", 1, LIMIT);
    bridge.end("bodies", "bodies");
  }
}
