package com.babelqueue.connect.sink;

import com.babelqueue.connect.config.PluginVersion;
import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.sink.SinkTask;

/**
 * The one sink task: its lifecycle is final, and a broker's task only says how to parse its
 * settings and which sender to use. Every method is called on the task's thread.
 */
public abstract class BridgeSinkTask extends SinkTask {
  /** Parses this task's settings. */
  protected abstract SinkConfig configure(Map<String, String> props);

  /**
   * Builds the sender without connecting.
   *
   * @param config the settings, as {@link #configure} made them
   * @param clock the wall clock, for senders that stamp times
   */
  protected abstract Sender sender(SinkConfig config, Clock clock);

  @Override
  public final String version() {
    return PluginVersion.get();
  }

  @Override
  public final void start(Map<String, String> props) {
    throw new UnsupportedOperationException("engine to be built");
  }

  @Override
  public final void put(Collection<SinkRecord> records) {
    throw new UnsupportedOperationException("engine to be built");
  }

  @Override
  public final void stop() {}
}
