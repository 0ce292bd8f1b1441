package com.babelqueue.connect.sink.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/**
 * Sends to Pulsar, asynchronously and in batches that never wait: each call ends with a flush, and
 * each message is confirmed by itself, on the client's thread, when the cluster has stored it.
 *
 * <p><b>Order.</b> There is one producer for each topic, and Pulsar stores what it sends in the
 * order of its sequence numbers. A dropped connection is mended by the client, which repeats what
 * was not confirmed in that order. After any failure that a message does not bear alone, nothing
 * more goes to its producer in that call, and the engine begins again behind what was confirmed.
 *
 * <p><b>Failures.</b> What the failure table calls a {@link
 * com.babelqueue.connect.broker.pulsar.SendRefusal} concerns one message or topic; everything else,
 * a message that is not confirmed within three quarters of {@code send.timeout.ms} among it, is an
 * outage or a misconfiguration of the whole sender.
 *
 * <p>Threads as {@link Sender} says.
 */
final class PulsarSender implements Sender {
  private final PulsarSinkConfig config;
  private final Clock clock;

  /** Null while closed; the task's thread's, and at last the closing one's. */
  private SendingSession session;

  /** Does not connect. */
  PulsarSender(PulsarSinkConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    close();
    session = SendingSession.open(config, clock, lost);
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    session.send(sends);
  }

  @Override
  public void close() {
    SendingSession current = session;
    session = null;
    if (current != null) {
      current.close();
    }
  }
}
