package com.babelqueue.connect.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.conformance.JsonValues;
import com.babelqueue.connect.conformance.Suite;
import com.babelqueue.connect.conformance.SuiteDirectories;
import com.babelqueue.connect.conformance.SuiteTests;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;

/**
 * The suite's native projection of one broker through a real worker: the fixture goes into Kafka,
 * the sink writes it, and what the broker's plain client reads is exactly what the block lists, in
 * body, names, values and types. A broker's module subclasses it and names its {@link SinkPeer}.
 */
public abstract class SinkConformance extends SinkTest<SinkPeer> {
  /** Names the fixture; every other member of a block is a part of the projection. */
  private static final String FIXTURE = "envelope_file";

  private int connectors;

  @TestFactory
  final Stream<DynamicContainer> suites() {
    SuiteTests tests =
        new SuiteTests(Map.of(peer().projectionBlock(), this::assertProjection), Map.of())
            .onlyGroup(peer().projectionBlock());
    return SuiteDirectories.load().stream().map(tests::of);
  }

  private void assertProjection(Case c) throws Exception {
    byte[] body = c.file(c.fields().text(FIXTURE));

    NativeMessage message = bridge(body);

    assertThat(message.body()).isEqualTo(body);
    JsonNode projection = NativeValues.object(message.projection());
    JsonNode expected = expected(c, Suite.parse(body));
    assertThat(JsonValues.same(projection, expected))
        .as("native projection %s, expected %s", projection, expected)
        .isTrue();
    assertThat(message.headers()).as("other headers").isEmpty();
  }

  private NativeMessage bridge(byte[] body) throws Exception {
    String name = "conformance-" + connectors++;
    connect(name);
    stage().feed(List.of(new ProducerRecord<>(name, body)));
    NativeMessage message = take(name, 1).get(0);
    rest().delete(name);
    return message;
  }

  private JsonNode expected(Case c, JsonNode envelope) {
    ObjectNode expected = JsonNodeFactory.instance.objectNode();
    // Read through the case, which remembers what was looked at, in whatever sections there are.
    JsonNode block = Suite.parse(c.file("manifest.json")).at("/" + c.block().replace('.', '/'));
    block
        .fieldNames()
        .forEachRemaining(
            member -> {
              if (!member.equals(FIXTURE)) {
                expected.set(member, c.fields().value(member).deepCopy());
              }
            });
    NativeValues.object(peer().beyondSuite(envelope))
        .properties()
        .forEach(more -> add(expected, more.getKey(), more.getValue()));
    return expected;
  }

  private static void add(ObjectNode to, String name, JsonNode value) {
    if (value instanceof ObjectNode section && to.get(name) instanceof ObjectNode known) {
      section.properties().forEach(member -> add(known, member.getKey(), member.getValue()));
    } else {
      assertThat(to.has(name)).as(name + " is in the suite's block already").isFalse();
      to.set(name, value);
    }
  }
}
