package com.babelqueue.connect.source.rabbitmq;

import static com.babelqueue.connect.harness.RecordText.header;
import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.CONNECTOR;
import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.LIMIT;
import static com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.envelope;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.source.rabbitmq.RabbitMqBridge.Running;
import com.rabbitmq.client.GetResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever is wrong is named, and no message makes a task die again and again. */
@ExtendWith(RabbitMqBridge.Shared.class)
class RabbitMqSourceErrorsIT {
  private final RabbitMqBridge bridge;

  RabbitMqSourceErrorsIT(RabbitMqBridge bridge) {
    this.bridge = bridge;
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.pasword, x, rabbitmq.pasword",
    "max.in.fligth.messages, 5, max.in.fligth.messages",
    "rabbitmq.queues, nowhere, rabbitmq.queues",
    "rabbitmq.queues, 'a,,b', rabbitmq.queues",
    "rabbitmq.password, wrong, rabbitmq.password",
    "rabbitmq.virtual.host, nowhere, rabbitmq.virtual.host",
    "rabbitmq.addresses, nowhere.invalid:5672, rabbitmq.addresses",
    "rabbitmq.uri, amqp://u:p@localhost, rabbitmq.addresses",
    "rabbitmq.uri, http://localhost, rabbitmq.uri",
    "rabbitmq.ssl.enabled, true, rabbitmq.ssl.enabled",
    "rabbitmq.queue.declare, maybe, rabbitmq.queue.declare",
    "rabbitmq.client.host, x, rabbitmq.client.host",
    "kafka.topic, no spaces, kafka.topic",
    "value.converter, org.apache.kafka.connect.json.JsonConverter, value.converter"
  })
  void validationNamesTheKeyAtFault(String key, String value, String blamed) throws Exception {
    String queue = bridge.declare("validated", Map.of());
    Map<String, String> settings = bridge.settings(queue, queue, key, value);

    assertThat(bridge.rest().validate(CONNECTOR, settings))
        .extracting(ConfigErrors::key)
        .containsExactly(blamed);
  }

  @Test
  void validationNamesAPortThatNobodyListensOn() throws Exception {
    String queue = bridge.declare("validated", Map.of());
    try (TcpProxy proxy = TcpProxy.to(bridge.broker().host(), bridge.broker().port())) {
      proxy.refuse();

      assertThat(
              bridge
                  .rest()
                  .validate(
                      CONNECTOR,
                      bridge.settings(
                          queue, queue, "rabbitmq.addresses", "127.0.0.1:" + proxy.port())))
          .extracting(ConfigErrors::key)
          .containsExactly("rabbitmq.addresses");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.queues, nowhere",
    "rabbitmq.password, wrong",
    "rabbitmq.virtual.host, nowhere",
    "rabbitmq.addresses, nowhere.invalid:5672"
  })
  void aTaskThatCannotGoOnSaysWhichKeyToChange(String key, String value) throws Exception {
    String queue = bridge.declare("failing", Map.of());
    String name = "failing-" + key;
    bridge
        .rest()
        .put(name, bridge.settings(queue, queue, "validate.connection", "false", key, value));

    assertThat(bridge.rest().awaitTaskFailed(name, LIMIT)).contains(key + ":");
    bridge.rest().delete(name);
  }

  @Test
  void aQueueThatIsDeletedFailsTheTaskByName() throws Exception {
    String queue = bridge.declare("deleted", Map.of());
    Running connector = bridge.start(queue);
    Await.until("it consumes", LIMIT, () -> bridge.channel().consumerCount(queue) == 1);

    bridge.channel().queueDelete(queue);

    assertThat(bridge.rest().awaitTaskFailed(queue, LIMIT))
        .contains("rabbitmq.queues:")
        .contains(queue);
    connector.close();
  }

  @Test
  void noBodyStopsTheQueue() throws Exception {
    String queue = bridge.declare("bodies", Map.of());
    Map<String, byte[]> bad = badBodies();
    for (byte[] body : bad.values()) {
      bridge.publish(queue, null, body);
    }
    byte[] large = largeEnvelope();
    bridge.publish(queue, null, large);
    bridge.publish(queue, null, envelope(1).getBytes(UTF_8));

    Running connector = bridge.start(queue);
    List<ConsumerRecord<byte[], byte[]>> dead = bridge.records(queue + ".dlq", bad.size());
    List<ConsumerRecord<byte[], byte[]>> good = bridge.records(queue, 2);

    assertThat(dead).extracting(ConsumerRecord::value).containsExactlyElementsOf(bad.values());
    assertThat(dead).allSatisfy(r -> assertThat(header(r, "bq-error-reason")).isNotBlank());
    assertThat(good)
        .extracting(ConsumerRecord::value)
        .containsExactly(large, envelope(1).getBytes(UTF_8));
    bridge.rest().awaitRunning(queue, 1, LIMIT);
    bridge.awaitEmpty(queue, connector);
  }

  @Test
  void poisonGoesToTheBrokersOwnDeadLetterExchangeWhenAskedTo() throws Exception {
    assumeTrue(
        bridge.broker().isRabbitMq(), "needs dead-letter exchanges: " + bridge.broker().describe());
    String dead = bridge.declare("rejected.dead", Map.of());
    String queue =
        bridge.declare(
            "rejected", Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", dead));
    Map<String, byte[]> bad = badBodies();
    for (byte[] body : bad.values()) {
      bridge.publish(queue, null, body);
    }

    Running connector = bridge.start(queue, "poison.policy", "reject");
    Await.until(
        "all are dead-lettered", LIMIT, () -> bridge.channel().messageCount(dead) == bad.size());

    // Rejections are gathered by reason, so only what arrived is compared and not its order.
    List<String> arrived = new ArrayList<>();
    for (int i = 0; i < bad.size(); i++) {
      GetResponse got = bridge.channel().basicGet(dead, true);
      assertThat(got.getProps().getHeaders()).containsKey("x-death");
      bad.forEach(
          (name, body) -> {
            if (Arrays.equals(body, got.getBody())) {
              arrived.add(name);
            }
          });
    }
    assertThat(arrived).containsExactlyInAnyOrderElementsOf(bad.keySet());
    bridge.awaitEmpty(queue, connector);
  }

  private static Map<String, byte[]> badBodies() {
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("not UTF-8", new byte[] {'{', '"', (byte) 0xC3, (byte) 0x28, '"', ':', '1', '}'});
    bodies.put("not JSON", "hello".getBytes(UTF_8));
    bodies.put("deep", ("{\"data\":" + "[".repeat(100_000)).getBytes(UTF_8));
    bodies.put("one byte", new byte[] {'{'});
    bodies.put("empty", new byte[0]);
    bodies.put("zeros", new byte[900 * 1024]);
    return bodies;
  }

  private static byte[] largeEnvelope() {
    return envelope(0).replace("Café", "y".repeat(900 * 1024)).getBytes(UTF_8);
  }
}
