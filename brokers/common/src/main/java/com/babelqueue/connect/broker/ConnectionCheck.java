package com.babelqueue.connect.broker;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Tries a broker during validation without letting it hold up the worker's REST interface: whatever
 * the client does, the answer is there within a bound.
 */
public final class ConnectionCheck {
  private ConnectionCheck() {}

  /**
   * Runs an attempt on a thread of its own, which is interrupted when the time is up.
   *
   * @param attempt connects, looks for what the settings name, and disconnects
   * @param addressSetting the key to blame when the broker does not answer
   * @param limit how long the attempt may take
   * @return what to report; empty when the attempt succeeded
   */
  public static Optional<Failure> run(Attempt attempt, String addressSetting, Duration limit) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              attempt.run();
              return null;
            });
    Thread thread = new Thread(task, "babelqueue-validate-connection");
    thread.setDaemon(true);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    try {
      task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      task.cancel(true);
      return Optional.of(
          new Failure(
              addressSetting,
              "the broker did not answer within "
                  + limit.toMillis()
                  + " ms ("
                  + ConnectionKeys.VALIDATE_TIMEOUT
                  + ")"));
    } catch (ExecutionException e) {
      return Optional.of(describe(e.getCause(), addressSetting));
    } catch (InterruptedException e) {
      task.cancel(true);
      Thread.currentThread().interrupt();
      return Optional.of(new Failure(addressSetting, "the check was interrupted"));
    }
  }

  private static Failure describe(Throwable cause, String addressSetting) {
    if (cause instanceof BrokerException broker) {
      return broker.setting() == null
          ? new Failure(addressSetting, broker.getMessage())
          : new Failure(broker.setting(), broker.getMessage());
    }
    return new Failure(addressSetting, "the check failed: " + cause.getClass().getSimpleName());
  }

  /** Reaches the broker once. */
  @FunctionalInterface
  public interface Attempt {
    /**
     * Connects, looks, and disconnects.
     *
     * @throws BrokerException when the broker refuses or cannot be reached
     * @throws InterruptedException when the time is up
     */
    void run() throws BrokerException, InterruptedException;
  }

  /**
   * Why the attempt failed.
   *
   * @param setting the key at fault
   * @param message what an operator can act on
   */
  public record Failure(String setting, String message) {}
}
