package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.BrokerException;
import jakarta.jms.JMSException;
import java.util.function.Consumer;
import org.apache.qpid.jms.JmsConnection;
import org.apache.qpid.jms.JmsConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to a broker under a name that its console shows, and closes them within a
 * bound. Used by one thread at a time.
 */
public final class ArtemisConnections {
  private static final Logger LOG = LoggerFactory.getLogger(ArtemisConnections.class);

  private final ArtemisSettings settings;
  private final String name;
  private final ArtemisFailures failures;

  /** Whether the settings have been seen to work; owned by the calling thread. */
  private boolean proven;

  /**
   * @param name what the broker shows, such as connector and task
   */
  public ArtemisConnections(ArtemisSettings settings, String name) {
    this.settings = settings;
    this.name = name;
    this.failures = new ArtemisFailures(settings);
  }

  /** The failure table for these settings. */
  public ArtemisFailures failures() {
    return failures;
  }

  /**
   * Connects, logs in and starts the delivery of messages.
   *
   * @param options sets what one end alone needs of the client, after everything else
   * @param listener hears on the client's threads of a connection that is lost
   * @return a connection whose threads are daemons
   * @throws BrokerException an outage, or the setting that the broker refuses
   */
  public JmsConnection open(Consumer<JmsConnectionFactory> options, ConnectionLoss listener)
      throws BrokerException {
    JmsConnection connection = null;
    boolean started = false;
    try {
      JmsConnectionFactory factory = settings.factory(name);
      options.accept(factory);
      connection = (JmsConnection) factory.createConnection();
      connection.addConnectionListener(listener);
      connection.start();
      started = true;
      proven = true;
      return connection;
    } catch (JMSException | RuntimeException e) {
      throw failures.connecting(e, !proven);
    } finally {
      if (!started) {
        close(connection);
      }
    }
  }

  /**
   * Closes a connection; what it has not settled goes back to its queues. Never throws.
   *
   * @param connection null is none
   */
  public static void close(JmsConnection connection) {
    if (connection == null) {
      return;
    }
    try {
      connection.close();
    } catch (JMSException | RuntimeException e) {
      LOG.debug("A connection did not close cleanly", e);
    }
  }
}
