package com.babelqueue.connect.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.TopicWriter;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.header.Header;

/**
 * The scenario that begins in Kafka: records are written to a topic, the sink puts them into the
 * queue, the broker's plain client looks at them there, and the source brings them back to another
 * topic. One thread.
 */
final class RoundTrip {
  private static final String OUT = ".out";
  private static final String BACK = ".back";
  private static final String ATTEMPTS = "bq-attempts";

  private final KafkaServer kafka;
  private final Connectors connectors;
  private final Arrivals arrivals;
  private final Screen screen;

  RoundTrip(KafkaServer kafka, Connectors connectors, Arrivals arrivals, Screen screen) {
    this.kafka = kafka;
    this.connectors = connectors;
    this.arrivals = arrivals;
    this.screen = screen;
  }

  /**
   * Plays one broker's part, up to the source that brings the messages back.
   *
   * @return whether every message lay in the queue with the body that was written
   */
  boolean play(Act act) {
    String out = act.broker() + OUT;
    String back = act.broker() + BACK;
    arrivals.passOver(out);
    List<SentMessage> messages =
        new OrderStory(act.broker(), "orders").roundTrip(act.attemptsAfterLook());
    kafka.createTopic(out, 1, Map.of());
    kafka.createTopic(back, 1, Map.of());
    try (TopicWriter writer = kafka.writer()) {
      messages.forEach(
          message -> writer.write(out, null, message.body().getBytes(UTF_8), headers(message)));
    }
    screen.step(act.broker(), "%d records written to topic %s".formatted(messages.size(), out));
    post(act, act.sink(out));
    boolean good = show(act.look(messages.size(), screen), messages);
    ConnectorFile source = act.source(back);
    messages.forEach(message -> arrivals.expect(Expectation.of(act.broker(), message, source)));
    post(act, source);
    return good;
  }

  private void post(Act act, ConnectorFile connector) {
    connectors.post(connector);
    int tasks = connectors.awaitRunning(connector);
    screen.step(
        act.broker(),
        "connector %s (%s) is RUNNING, tasks: %d"
            .formatted(connector.name(), connector.file(), tasks));
  }

  /** The record of a message that nobody has received yet. */
  private static List<Header> headers(SentMessage message) {
    List<Header> headers = new ArrayList<>();
    message
        .headers()
        .forEach(
            (name, value) ->
                headers.add(
                    TopicWriter.header(
                        name, (name.equals(ATTEMPTS) ? "0" : value).getBytes(UTF_8))));
    return headers;
  }

  private boolean show(List<NativeMessage> found, List<SentMessage> messages) {
    Set<String> missing = new HashSet<>();
    messages.forEach(message -> missing.add(message.body()));
    for (NativeMessage message : found) {
      boolean expected = missing.remove(message.body());
      screen.record(RecordLines.of(message), expected ? Screen.Colour.GREEN : Screen.Colour.YELLOW);
    }
    if (!missing.isEmpty()) {
      screen.fault("%d messages do not lie there as they were written".formatted(missing.size()));
    }
    return missing.isEmpty();
  }
}
