package com.babelqueue.connect.harness;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.connect.cli.ConnectDistributed;
import org.apache.kafka.connect.runtime.Connect;

/**
 * A distributed Connect worker inside this JVM, driven through its REST port as a user would. A
 * worker that can be killed is a {@link ConnectWorkerProcess}.
 */
public final class ConnectWorker implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final PluginFolder plugins;
  private final Connect<?> connect;
  private final ConnectRest rest;

  private ConnectWorker(PluginFolder plugins, Connect<?> connect, ConnectRest rest) {
    this.plugins = plugins;
    this.connect = connect;
    this.rest = rest;
  }

  /**
   * Starts a worker and returns when it takes requests.
   *
   * @throws HarnessException when it does not within 60 seconds
   */
  public static ConnectWorker start(WorkerSettings settings) {
    PluginFolder plugins = PluginFolder.of(settings.plugins());
    Connect<?> connect = null;
    try {
      int port = FreePorts.next();
      Map<String, String> properties = settings.workerProperties(port, plugins.path());
      // Not ConnectDistributed.run(): that ends the JVM when the worker fails.
      connect = new ConnectDistributed().startConnect(properties);
      ConnectRest rest = ConnectRest.at(port);
      rest.awaitReady(START_LIMIT);
      return new ConnectWorker(plugins, connect, rest);
    } catch (RuntimeException e) {
      if (connect != null) {
        connect.stop();
      }
      plugins.close();
      throw new HarnessException("the Connect worker did not start", e);
    }
  }

  /** Returns the client of this worker's REST port. */
  public ConnectRest rest() {
    return rest;
  }

  /** Stops connectors, tasks and the worker in good order. */
  @Override
  public void close() {
    try {
      connect.stop();
    } finally {
      plugins.close();
    }
  }
}
