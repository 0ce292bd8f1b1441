package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.Sender;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends to SQS in batches, several of them at once (SQS-1 to SQS-3).
 *
 * <p><b>Order.</b> Standard queues have none. On a FIFO queue messages of a group are sent one
 * batch after the other, and what follows a message that SQS could not take waits until it has been
 * sent again. Inside one batch SQS decides about each message by itself: where it takes a later one
 * of a group and not an earlier one, the earlier one follows.
 *
 * <p><b>Duplicates.</b> A message whose outcome got lost is sent again. A FIFO queue swallows the
 * second one, by its deduplication id, if it comes within five minutes of the first; a standard
 * queue holds both.
 *
 * <p><b>Waiting.</b> {@link #send} does not wait for messages to be sent, only, when it meets a
 * queue's name for the first time, for the look-up of that queue.
 *
 * <p>Called by the task's thread; outcomes are reported on this sender's own threads.
 */
final class SqsSender implements Sender {
  private static final Logger LOG = LoggerFactory.getLogger(SqsSender.class);

  private final SqsSinkConfig config;
  private final Clock clock;
  private final EntryFactory factory;

  /** Null while closed. */
  private Session session;

  SqsSender(SqsSinkConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
    this.factory = new EntryFactory(config);
  }

  @Override
  public void open(Consumer<BrokerException> lost) throws BrokerException {
    SqsClients clients = config.open();
    try {
      Destinations destinations = new Destinations(config, clients, clock);
      destinations.check();
      BatchCall call = new BatchCall(clients, destinations);
      session = new Session(clients, destinations, new SendCalls(call, config, lost));
    } catch (BrokerException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    List<Entry> entries = new ArrayList<>(sends.size());
    for (Send send : sends) {
      ResolvedQueue queue = session.destinations().find(send.message().destination());
      if (queue == null) {
        rejectMissing(send);
        continue;
      }
      Entry entry = factory.entry(send, queue);
      if (entry != null) {
        entries.add(entry);
      }
    }
    session.calls().add(entries);
  }

  /** The queue that a template named does not exist. */
  static void rejectMissing(Send send) {
    send.rejected(
        "destination", SqsSinkConfig.QUEUE + " names a queue for this record that does not exist");
  }

  @Override
  public void close() {
    Session open = session;
    session = null;
    if (open != null) {
      open.calls().close();
      open.clients().close();
    }
    if (factory.droppedHeaders() > 0) {
      LOG.info(
          "{} headers so far were left behind, as SQS cannot carry them", factory.droppedHeaders());
    }
  }

  /** What lives between an open and a close. */
  private record Session(SqsClients clients, Destinations destinations, SendCalls calls) {}
}
