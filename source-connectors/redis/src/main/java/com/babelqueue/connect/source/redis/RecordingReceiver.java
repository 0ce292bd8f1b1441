package com.babelqueue.connect.source.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.Receiver;
import java.time.Duration;
import java.util.List;

/**
 * Records what the engine has really been given: what a pull thread had received when its
 * connection was lost, but nobody had taken from it yet, is not in the task's hand.
 *
 * <p>It also asks for no more messages than the free bytes are likely to hold, by the mean size of
 * those seen so far. Threads as in {@link Receiver}.
 */
final class RecordingReceiver implements Receiver {
  /** The weight of the latest message in the running mean. */
  private static final double WEIGHT = 0.05;

  private final ListReceiver lists;

  /** Owned by the engine's thread; in bytes. */
  private double meanSize = 1;

  RecordingReceiver(ListReceiver lists) {
    this.lists = lists;
  }

  @Override
  public void open() throws BrokerException {
    lists.open();
  }

  @Override
  public List<Delivery> receive(int maxMessages, long maxBytes, Duration wait)
      throws BrokerException, InterruptedException {
    int likely = (int) Math.max(1, Math.min(maxMessages, maxBytes / meanSize));
    return recorded(lists.receive(likely, maxBytes, wait));
  }

  @Override
  public void wakeup() {
    lists.wakeup();
  }

  @Override
  public void suspend() {
    lists.suspend();
  }

  @Override
  public List<Delivery> late() throws BrokerException {
    return recorded(lists.late());
  }

  @Override
  public List<Delivery> drain(Duration wait) throws BrokerException, InterruptedException {
    return recorded(lists.drain(wait));
  }

  private List<Delivery> recorded(List<Delivery> deliveries) {
    lists.handedOver(deliveries);
    for (Delivery delivery : deliveries) {
      meanSize += WEIGHT * (Custody.element(delivery).length - meanSize);
    }
    return deliveries;
  }

  @Override
  public long epoch() {
    return lists.epoch();
  }

  @Override
  public int settlementBatch() {
    return lists.settlementBatch();
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    return lists.accept(deliveries);
  }

  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) throws BrokerException {
    return lists.reject(deliveries, reason);
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    return lists.release(deliveries);
  }

  @Override
  public void close() {
    lists.close();
  }
}
