package com.babelqueue.connect.benchmark.bridge;

import com.babelqueue.connect.harness.ConnectRest;
import com.babelqueue.connect.harness.ConnectWorkerProcess;
import com.babelqueue.connect.harness.ConnectorStatus;
import com.babelqueue.connect.harness.HarnessException;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.WorkerSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Kafka in this JVM, a broker, a worker and the bare loops in JVMs of their own. Both sides of a
 * comparison are watched from here, by the same looks at the broker and at Kafka. One thread.
 */
final class Stage implements AutoCloseable {
  private final BenchedBroker broker;
  private final BenchmarkOptions options;
  private final HeapLog heapLog = HeapLog.create();
  private final Set<String> learned = new HashSet<>();

  // Null until started; owned by the one thread.
  private BenchedTopics topics;
  private ConnectWorkerProcess worker;
  private BareProcess bare;
  private KafkaServer kafka;

  private Stage(BenchedBroker broker, BenchmarkOptions options) {
    this.broker = broker;
    this.options = options;
  }

  /** Starts everything but the broker, which runs. */
  static Stage open(BenchedBroker broker, BenchmarkOptions options) {
    Stage stage = new Stage(broker, options);
    try {
      stage.start();
      return stage;
    } catch (RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  private void start() {
    kafka = KafkaServer.start();
    topics = new BenchedTopics(kafka);
    List<String> jvm = new ArrayList<>(options.workerOptions());
    jvm.add(heapLog.option());
    worker =
        ConnectWorkerProcess.start(
            WorkerSettings.of(kafka)
                // The harness flushes more often than a worker does by itself.
                .withProperty("offset.flush.interval.ms", "60000")
                .withPlugin(
                    PluginJar.of("source-connectors/" + broker.name()),
                    PluginJar.of("sink-connectors/" + broker.name())),
            options.heap(),
            jvm);
    bare = new BareProcess(options.heap(), kafka.bootstrapServers(), broker.address());
  }

  /** Begins a part whose heap is to be reported. */
  void markHeap() {
    heapLog.mark();
  }

  /** How full the worker's heap was since the mark, by name. */
  Map<String, Double> workerHeap() {
    return heapLog.figures();
  }

  /** A full queue runs into a topic, through the connector. */
  Move connectorSource(String run, int count) throws Exception {
    return connectorSource(run, count, 1, 1);
  }

  /**
   * Full queues run into a topic, through the connector.
   *
   * @param queues how many queues share the messages; a queue is read by one task
   */
  Move connectorSource(String run, int count, int queues, int tasks) throws Exception {
    List<String> names = IntStream.range(0, queues).mapToObj(i -> run + "-q" + i).toList();
    prepareSource(run, names, count);
    Map<String, String> settings = new HashMap<>(broker.sourceSettings(names));
    settings.put("kafka.topic", run);
    Move move =
        throughConnector(
            run, settings, tasks, new Crossing.ToTopic(topics, run, broker, names, count));
    learn("learn-source", run);
    for (String queue : names) {
      Watch.until("nobody holds messages of queue " + queue, () -> !broker.mayHoldMore(queue));
      long left = broker.depth(queue);
      if (left > 0) {
        throw new IllegalStateException(left + " messages came back to queue " + queue);
      }
    }
    tidy(run, names);
    return move;
  }

  /** A full queue runs into a topic, by the bare loop. */
  Move bareSource(String run, int count) throws Exception {
    prepareSource(run, List.of(run), count);
    Move move = bare("source", run, new Crossing.ToTopic(topics, run, broker, List.of(run), count));
    tidy(run, List.of(run));
    return move;
  }

  /** A full topic runs into a queue, through the connector. */
  Move connectorSink(String run, int count) throws Exception {
    prepareSink(run, count);
    Map<String, String> settings = new HashMap<>(broker.sinkSettings(run));
    settings.put("topics", run);
    Move move = throughConnector(run, settings, 1, new Crossing.ToQueue(broker, run, count));
    learn("learn-sink", run);
    tidy(run, List.of(run));
    return move;
  }

  /** A full topic runs into a queue, by the bare loop. */
  Move bareSink(String run, int count) throws Exception {
    prepareSink(run, count);
    Move move = bare("sink", run, new Crossing.ToQueue(broker, run, count));
    tidy(run, List.of(run));
    return move;
  }

  /** Has the bare loop see what the connector wrote, the first time that it wrote something. */
  private void learn(String request, String run) throws InterruptedException {
    if (!options.bodiesOnly() && learned.add(request)) {
      bare.begin(request, run, run, 0, Watch.LIMIT);
      bare.finish(Watch.LIMIT);
    }
  }

  private void prepareSource(String topic, List<String> queues, int count) throws Exception {
    topics.create(topic);
    int each = count / queues.size();
    for (String queue : queues) {
      broker.createQueue(queue);
      // The first takes the rest of an uneven division.
      int extra = queue.equals(queues.get(0)) ? count - each * queues.size() : 0;
      broker.fill(queue, Envelopes.SMALL, each + extra);
      Watch.until("queue " + queue + " is full", () -> broker.depth(queue) >= each + extra);
    }
  }

  private void prepareSink(String run, int count) throws Exception {
    broker.createQueue(run);
    topics.create(run);
    topics.fill(run, Envelopes.SMALL, count);
  }

  private void tidy(String topic, List<String> queues) throws Exception {
    topics.delete(topic);
    for (String queue : queues) {
      broker.deleteQueue(queue);
    }
  }

  private Move throughConnector(
      String name, Map<String, String> settings, int tasks, Crossing crossing) throws Exception {
    ConnectRest rest = worker.rest();
    settings.put("tasks.max", Integer.toString(tasks));
    // As in the examples of configurations; the worker's default parses headers and writes them
    // anew.
    settings.put("header.converter", "org.apache.kafka.connect.converters.ByteArrayConverter");
    rest.put(name, settings);
    Watch.until("connector " + name + " runs", () -> runs(name, tasks) || crossing.arrived() > 0);
    Move move = crossing.watch(worker.pid(), () -> checkHealth(name));
    rest.delete(name);
    Watch.until("connector " + name + " is gone", () -> rest.connectors().isEmpty());
    return move;
  }

  private boolean runs(String name, int tasks) {
    try {
      ConnectorStatus status = worker.rest().status(name);
      failOn(status);
      return status.allIn("RUNNING", tasks);
    } catch (HarnessException e) {
      // Not known yet.
      return false;
    }
  }

  private void checkHealth(String name) {
    failOn(worker.rest().status(name));
  }

  private static void failOn(ConnectorStatus status) {
    Optional<String> failure = status.failure();
    if (failure.isPresent()) {
      throw new IllegalStateException("the connector failed: " + failure.get());
    }
  }

  private Move bare(String direction, String run, Crossing crossing) throws Exception {
    bare.begin(direction, run, run, crossing.count(), Watch.LIMIT);
    Move move =
        crossing.watch(
            bare.pid(),
            () -> {
              if (!bare.isAlive()) {
                throw new IllegalStateException("the bare loop failed");
              }
            });
    bare.finish(Watch.LIMIT);
    return move;
  }

  @Override
  public void close() {
    List<Runnable> closing = new ArrayList<>();
    if (bare != null) {
      closing.add(bare::close);
    }
    if (worker != null) {
      closing.add(worker::close);
    }
    if (topics != null) {
      closing.add(topics::close);
    }
    if (kafka != null) {
      closing.add(kafka::close);
    }
    closing.add(heapLog::close);
    closing.forEach(Runnable::run);
  }
}
