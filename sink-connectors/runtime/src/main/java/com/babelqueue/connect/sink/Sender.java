package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The narrow hook below which a sink connector knows its broker: it sends messages and reports, for
 * each of them, what became of it. Bounds, order after a failure, offsets, retries, dead letters
 * and reconnects are the engine's and are written once.
 *
 * <p><b>Threads.</b> Every method is called on the task's thread, but for the last {@link #close}.
 * Outcomes may be reported on any thread, also before {@link #send} returns. No call may block
 * longer than the client's own request timeout.
 *
 * <p><b>Failures.</b> A method throws {@link BrokerException}: a retriable one makes the engine
 * {@link #close()} the sender, {@link #open} it again with backoff and send again, in order, what
 * had not been confirmed; any other one fails the task. One message's fault is never an exception
 * but an outcome, so that its neighbours go on.
 */
public interface Sender extends AutoCloseable {
  /**
   * Connects, and checks that every destination the settings fix exists.
   *
   * @param lost takes the failure of a connection that breaks outside of any call; any thread
   * @throws BrokerException when the broker cannot be reached or refuses the settings
   */
  void open(Consumer<BrokerException> lost) throws BrokerException;

  /**
   * Sends messages in this order, as few calls to the broker as its limits of count and bytes
   * allow, and without waiting for one message before the next. Nothing is kept back for a fuller
   * batch.
   *
   * @param sends at most as many as may be in flight, of any destinations
   * @throws BrokerException on an outage or a misconfiguration; sends without an outcome are then
   *     repeated after the next {@link #open}
   * @throws InterruptedException when the task is being torn down
   */
  void send(List<Send> sends) throws BrokerException, InterruptedException;

  /**
   * Closes the connection; never throws. Sends without an outcome may or may not have arrived. Also
   * called without {@link #open} before it, and once at the very end on a thread of its own, while
   * the task's waits for it no longer than 2 s, so that a broker that hangs cannot hold up a stop.
   */
  @Override
  void close();
}
