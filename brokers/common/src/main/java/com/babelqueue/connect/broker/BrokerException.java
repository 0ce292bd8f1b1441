package com.babelqueue.connect.broker;

import java.util.Objects;

/**
 * A broker client's failure after the broker's own failure table has judged it: either an outage
 * that a later attempt can cure, or a misconfiguration that only a person can.
 *
 * <p>The runtimes know no broker; this is all that they need to decide between a backoff and a
 * failed task. Messages name settings, queues and message ids, never credentials or payloads, since
 * they end in logs and in the status a worker reports over REST.
 */
public final class BrokerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final boolean retriable;
  private final String setting;

  private BrokerException(boolean retriable, String setting, String message, Throwable cause) {
    super(message, cause);
    this.retriable = retriable;
    this.setting = setting;
  }

  /**
   * A failure that time can cure: a dropped connection, a throttled call, a broker that restarts.
   *
   * @param message what was attempted and against which queue or address
   * @param cause the client's exception; null when there is none
   */
  public static BrokerException outage(String message, Throwable cause) {
    return new BrokerException(true, null, message, cause);
  }

  /**
   * A failure that no retry can cure: wrong credentials, a missing queue, a refused TLS handshake.
   *
   * @param setting the key to change, without any value; never null
   * @param message what the broker said, in words an operator can act on
   * @param cause the client's exception; null when there is none
   */
  public static BrokerException misconfigured(String setting, String message, Throwable cause) {
    Objects.requireNonNull(setting, "setting");
    return new BrokerException(false, setting, setting + ": " + message, cause);
  }

  /** Whether the same call may succeed later without any change of settings. */
  public boolean isRetriable() {
    return retriable;
  }

  /** The setting at fault; null for an outage. */
  public String setting() {
    return setting;
  }
}
