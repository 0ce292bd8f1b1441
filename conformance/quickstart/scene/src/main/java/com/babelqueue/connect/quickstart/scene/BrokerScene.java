package com.babelqueue.connect.quickstart.scene;

import java.util.Map;
import java.util.function.Supplier;

/**
 * The scene of a broker that is started first and given a queue then.
 *
 * @param <B> the broker; it is closed here only when it gets no stage
 */
public abstract class BrokerScene<B extends AutoCloseable> implements Scene {
  private static final String DEFAULT_QUEUE = "orders";

  private final Supplier<B> launcher;
  private final String queuesSetting;

  /**
   * Makes the scene without starting anything.
   *
   * @param launcher starts the broker, or finds it
   * @param queuesSetting the connector's setting with the queues to read; the first one is played
   *     on
   */
  protected BrokerScene(Supplier<B> launcher, String queuesSetting) {
    this.launcher = launcher;
    this.queuesSetting = queuesSetting;
  }

  @Override
  public final Stage open(Map<String, String> config) {
    String queue = config.getOrDefault(queuesSetting, DEFAULT_QUEUE).split(",", -1)[0].trim();
    B broker = launcher.get();
    try {
      return open(broker, queue, config);
    } catch (RuntimeException | LinkageError e) {
      closeAfter(e, broker);
      throw e;
    }
  }

  /**
   * Creates the queue.
   *
   * @param queue as the connector's configuration names it
   * @return a stage that closes the broker when it is closed
   */
  protected abstract Stage open(B broker, String queue, Map<String, String> config);

  private static void closeAfter(Throwable failure, AutoCloseable broker) {
    try {
      broker.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }
}
