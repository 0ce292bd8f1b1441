package com.babelqueue.connect.quickstart.scene;

import java.util.Map;

/**
 * One broker's part of the quickstart, found by {@link java.util.ServiceLoader} in the scene's own
 * JVM, where only this broker's client is on the class path. One thread.
 */
public interface Scene {
  /**
   * Starts (or finds) the broker and creates the queues that the connector will read.
   *
   * @param config the configuration of the connector that will be posted, for the queues it names
   */
  Stage open(Map<String, String> config);
}
