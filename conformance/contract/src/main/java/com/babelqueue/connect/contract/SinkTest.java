package com.babelqueue.connect.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.PluginJar;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * A broker, Kafka and a worker with plugin jars, started once for a class of tests. A connector,
 * its topic and its queue have one name. One test thread.
 *
 * @param <P> the other side of the queue
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SinkTest<P extends SinkPeer> {
  /** The bound on sent but unconfirmed messages of every sink under test. */
  static final int IN_FLIGHT = 200;

  private P peer;
  private Stage stage;

  /** Starts the broker, or finds it, and announces it. */
  protected abstract P startPeer() throws Exception;

  /** The jars that the worker loads. */
  List<Path> plugins() {
    return List.of(PluginJar.underTest());
  }

  @BeforeAll
  final void start() throws Exception {
    peer = startPeer();
    stage = Stage.start(plugins().toArray(Path[]::new));
  }

  @AfterAll
  final void stop() {
    if (stage != null) {
      stage.close();
    }
    if (peer != null) {
      peer.close();
    }
  }

  final P peer() {
    return peer;
  }

  final Stage stage() {
    return stage;
  }

  final ConnectRest rest() {
    return stage.rest();
  }

  final void create(String name) throws Exception {
    peer.createQueue(name);
    stage.createTopic(name);
  }

  /** Creates queue and topic and waits until a sink between them runs. */
  final void connect(String name) throws Exception {
    create(name);
    rest().put(name, settings(name, peer.address()));
    rest().awaitRunning(name, 1, Stage.LIMIT);
  }

  /** A sink's settings, with a dead-letter topic that tells reasons. */
  final Map<String, String> settings(String name, InetSocketAddress at) {
    Map<String, String> settings =
        Stage.sinkSettings(peer.connectorClass(), name, IN_FLIGHT, peer.settings(name, at));
    settings.put("errors.tolerance", "all");
    settings.put("errors.deadletterqueue.topic.name", name + ".dlq");
    settings.put("errors.deadletterqueue.topic.replication.factor", "1");
    settings.put("errors.deadletterqueue.context.headers.enable", "true");
    return settings;
  }

  /** Receives exactly so many. */
  final List<NativeMessage> take(String queue, int count) throws Exception {
    List<NativeMessage> taken = peer.take(queue, count, Stage.LIMIT);
    assertThat(taken).as("messages of queue " + queue).hasSize(count);
    return taken;
  }

  final void awaitDepth(String queue, int least) {
    Await.until(
        "queue " + queue + " holds " + least, Stage.LIMIT, () -> peer.depth(queue) >= least);
  }
}
