package com.babelqueue.connect.quickstart;

import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.WorkerSettings;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.LoggerFactory;

/** The demonstration from its first server to its summary. One thread. */
final class QuickstartRun implements AutoCloseable {
  private static final Duration ARRIVAL_LIMIT = Duration.ofSeconds(60);

  /** A person's own connector may drop what it likes: this long without a record means the end. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  private static final Duration STATUS_INTERVAL = Duration.ofSeconds(2);
  private static final String KAFKA = "kafka";
  private static final String CONNECT = "connect";

  private final QuickstartSettings settings;
  private final Screen screen;
  private final StopSignal stop;
  private final Arrivals arrivals = new Arrivals();
  private final List<Act> acts = new ArrayList<>();
  // All null until they are started.
  private KafkaServer kafka;
  private ConnectWorker worker;
  private Connectors connectors;
  private TopicWatch watch;
  private boolean additional;

  QuickstartRun(QuickstartSettings settings, Screen screen, StopSignal stop) {
    this.settings = settings;
    this.screen = screen;
    this.stop = stop;
  }

  /**
   * Runs the demonstration.
   *
   * @return whether everything arrived as it must
   * @throws QuickstartException when something did not start or has failed
   */
  boolean run() throws InterruptedException {
    Optional<ConnectorFile> own = settings.connector().map(ConnectorFile::read);
    Scenario scenario = settings.scenario();
    if (scenario == Scenario.RETRY && own.isPresent()) {
      throw new QuickstartException("scenario retry has no place for a quickstart.connector");
    }
    List<SceneModule> modules =
        SceneModule.find(settings.root(), scenario.brokers(settings.brokers()), own);
    screen.title("BabelQueue quickstart: " + scenario.title());
    screen.line("The servers' logs are in " + settings.log());
    screen.line("");
    for (SceneModule module : modules) {
      acts.add(Act.begin(module, own, settings.log()));
      screen.step(module.broker(), "starting the broker, in a JVM of its own");
    }
    startKafkaAndWorker(modules);
    connectors = new Connectors(worker.rest());
    boolean good = scenario == Scenario.RETRY ? playRetryLoop() : playAndWait(own);
    if (settings.stay()) {
      stay();
    }
    return good;
  }

  private boolean playRetryLoop() throws InterruptedException {
    Act act = acts.get(0);
    act.awaitBroker(screen);
    LoopRecords records =
        new LoopRecords(watch::poll, connectors::failIfAnyFailed, stop, System::nanoTime);
    return new RetryLoop(kafka, connectors, records, screen, settings.root()).play(act);
  }

  private boolean playAndWait(Optional<ConnectorFile> own) throws InterruptedException {
    boolean good = play();
    own.filter(file -> acts.stream().noneMatch(Act::isOwn)).ifPresent(this::postAdditional);
    screen.title("Records as they arrive");
    awaitArrivals();
    return summarize() && good;
  }

  private boolean play() {
    if (settings.scenario() == Scenario.ROUNDTRIP) {
      RoundTrip roundTrip = new RoundTrip(kafka, connectors, arrivals, screen);
      acts.forEach(act -> act.awaitBroker(screen));
      // Every broker's part is shown, whatever became of the one before.
      return acts.stream().map(roundTrip::play).toList().stream().allMatch(good -> good);
    }
    Map<Act, List<SentMessage>> sent = new LinkedHashMap<>();
    acts.forEach(act -> sent.put(act, act.perform(screen)));
    sent.forEach(this::postConnector);
    return true;
  }

  private void startKafkaAndWorker(List<SceneModule> modules) {
    kafka = KafkaServer.start();
    screen.step(KAFKA, "Kafka on " + kafka.bootstrapServers());
    List<Path> plugins = plugins(modules);
    WorkerSettings workerSettings =
        WorkerSettings.of(kafka).withPlugin(plugins.toArray(Path[]::new));
    for (String store : List.of("config", "offset", "status")) {
      workerSettings =
          workerSettings.withProperty(
              store + ".storage.topic", TopicWatch.INTERNAL + CONNECT + "-" + store);
    }
    worker = ConnectWorker.start(workerSettings);
    screen.step(
        CONNECT,
        "Connect worker with REST on %s; plugin jars: %s"
            .formatted(
                worker.rest().address(),
                plugins.stream()
                    .map(jar -> jar.getParent().getParent().getFileName().toString())
                    .distinct()
                    .collect(Collectors.joining(", "))));
    watch = new TopicWatch(kafka.bootstrapServers());
  }

  private List<Path> plugins(List<SceneModule> modules) {
    List<Path> plugins = new ArrayList<>();
    for (SceneModule module : modules) {
      if (settings.scenario() != Scenario.RETRY) {
        plugins.add(module.plugin());
      }
      if (settings.scenario() != Scenario.MESSAGES) {
        plugins.add(module.sinkPlugin());
      }
    }
    if (settings.scenario() == Scenario.RETRY) {
      plugins.add(SceneModule.reinjectPlugin(settings.root()));
    }
    return plugins;
  }

  private void postConnector(Act act, List<SentMessage> sent) {
    ConnectorFile connector = act.connector(screen);
    if (!act.readsElsewhere()) {
      sent.forEach(message -> arrivals.expect(Expectation.of(act.broker(), message, connector)));
    }
    postAndWait(act.broker(), connector);
  }

  private void postAdditional(ConnectorFile own) {
    additional = true;
    screen.step(CONNECT, "posts " + own.file() + " as connector " + own.name());
    postAndWait(CONNECT, own);
  }

  private void postAndWait(String who, ConnectorFile connector) {
    connectors.post(connector);
    int tasks = connectors.awaitRunning(connector);
    screen.step(who, "connector %s is RUNNING, tasks: %d".formatted(connector.name(), tasks));
  }

  private void awaitArrivals() throws InterruptedException {
    boolean ownMayDrop = acts.stream().anyMatch(Act::isOwn);
    boolean ownMayBringMore = additional || acts.stream().anyMatch(Act::readsElsewhere);
    long start = System.nanoTime();
    long lastRecord = start;
    long lastStatus = start;
    while (since(start).compareTo(ARRIVAL_LIMIT) < 0) {
      if (showRecords()) {
        lastRecord = System.nanoTime();
      }
      boolean quiet = since(lastRecord).compareTo(QUIET) > 0;
      boolean enough = arrivals.complete() && (quiet || !ownMayBringMore);
      if (enough || (quiet && ownMayDrop) || stop.isRaised()) {
        return;
      }
      if (since(lastStatus).compareTo(STATUS_INTERVAL) > 0) {
        connectors.failIfAnyFailed();
        lastStatus = System.nanoTime();
      }
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  /** Says whether there were any. */
  private boolean showRecords() throws InterruptedException {
    List<ConsumerRecord<byte[], byte[]>> records =
        watch.poll().stream().filter(arrivals::isArrival).toList();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      Arrivals.Verdict verdict = arrivals.see(record);
      Screen.Colour colour =
          switch (verdict.kind()) {
            case EXPECTED -> Screen.Colour.GREEN;
            case DIFFERENT -> Screen.Colour.RED;
            case AGAIN, OTHER -> Screen.Colour.YELLOW;
          };
      screen.record(RecordLines.of(record, arrivals.count(), verdict.remark()), colour);
    }
    return !records.isEmpty();
  }

  private boolean summarize() {
    screen.title("Summary");
    boolean good = true;
    for (Act act : acts) {
      good &= summarize(act);
    }
    screen.step(
        KAFKA,
        arrivals.records()
            + " records"
            + " arrived, "
            + (good ? "all that was expected is there" : "NOT all that was expected is there"));
    return good;
  }

  /** A person's own connector may change and drop records: one that arrives is enough. */
  private boolean summarize(Act act) {
    if (act.readsElsewhere()) {
      screen.step(act.broker(), "not read: the posted file has an address of its own");
      return true;
    }
    screen.step(act.broker(), arrivals.summary(act.broker()));
    List<String> faults = arrivals.faults(act.broker());
    faults.forEach(act.isOwn() ? screen::more : screen::fault);
    return act.isOwn() ? arrivals.anyOf(act.broker()) : faults.isEmpty();
  }

  private void stay() throws InterruptedException {
    screen.title("Stays up until Ctrl-C or the end of the input. Post a connector of your own:");
    screen.line(
        "  curl -H 'Content-Type: application/json' -d @my.json "
            + worker.rest().address()
            + "/connectors");
    screen.line("  Kafka's bootstrap servers: " + kafka.bootstrapServers());
    for (Act act : acts) {
      screen.line("  " + act.broker() + ", for the config of your JSON:");
      act.address().forEach(setting -> screen.line("    " + setting));
    }
    screen.line("");
    while (!stop.isRaised()) {
      showRecords();
    }
    screen.line("Stopping.");
  }

  /** Ends everything that was started, the readers of a server before the server. */
  @Override
  public void close() {
    // An interrupt has done its work by now, and would cut the orderly end short.
    boolean interrupted = Thread.interrupted();
    List<AutoCloseable> started = new ArrayList<>();
    started.add(watch);
    started.add(worker);
    started.add(() -> acts.forEach(Act::askToEnd));
    started.add(kafka);
    started.addAll(acts);
    for (AutoCloseable server : started) {
      closeQuietly(server);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(AutoCloseable server) {
    try {
      if (server != null) {
        server.close();
      }
    } catch (Exception e) {
      LoggerFactory.getLogger(QuickstartRun.class).warn("a server did not end in good order", e);
    }
  }
}
