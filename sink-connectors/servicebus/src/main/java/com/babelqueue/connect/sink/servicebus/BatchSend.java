package com.babelqueue.connect.sink.servicebus;

import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusMessageBatch;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch from its making to the answer. The SDK's calls are asynchronous; all else happens on
 * the session's thread.
 */
final class BatchSend {
  private static final Logger LOG = LoggerFactory.getLogger(BatchSend.class);

  private final SendSession session;
  private final OrderGroup group;
  private final int maxBytes;
  private final List<Outgoing> batched = new ArrayList<>();

  /**
   * @param group gives the messages
   * @param maxBytes the most bytes of the batch, about
   */
  BatchSend(SendSession session, OrderGroup group, int maxBytes) {
    this.session = session;
    this.group = group;
    this.maxBytes = maxBytes;
  }

  /** Connects where needed; the entity's link then says how large a batch may be. */
  void start() {
    group
        .entity()
        .client()
        .createMessageBatch()
        .subscribe(
            batch -> session.run(() -> send(batch)),
            failure -> session.run(() -> session.linkFailed(group, failure)));
  }

  private void send(ServiceBusMessageBatch batch) {
    fill(batch);
    if (batched.isEmpty()) {
      session.done(group);
      return;
    }
    group
        .entity()
        .client()
        .sendMessages(batch)
        .subscribe(
            nothing -> {},
            failure -> session.run(() -> session.failed(group, batched, failure)),
            () -> session.run(() -> session.sent(group, batched)));
  }

  private void fill(ServiceBusMessageBatch batch) {
    for (Outgoing next = group.waiting().peek(); next != null; next = group.waiting().peek()) {
      boolean first = batched.isEmpty();
      if (!first && batch.getSizeInBytes() + next.size() > maxBytes) {
        return;
      }
      Fit fit = tryAdd(batch, next);
      if (fit == Fit.FITS) {
        batched.add(group.waiting().remove());
        if (first && group.nextGoesAlone()) {
          return;
        }
      } else if (first || fit == Fit.NEVER) {
        group.nextGoesAlone();
        reject(group.waiting().remove(), fit, batch);
      } else {
        return;
      }
    }
  }

  private static Fit tryAdd(ServiceBusMessageBatch batch, Outgoing outgoing) {
    try {
      return batch.tryAddMessage(outgoing.message()) ? Fit.FITS : Fit.TOO_LARGE;
    } catch (ServiceBusException e) {
      // Larger than any batch.
      return Fit.TOO_LARGE;
    } catch (RuntimeException e) {
      LOG.warn("Record {} cannot be encoded", outgoing.send().message().location(), e);
      return Fit.NEVER;
    }
  }

  private static void reject(Outgoing outgoing, Fit fit, ServiceBusMessageBatch batch) {
    if (fit == Fit.NEVER) {
      outgoing.send().rejected("invalid_message", "the SDK cannot encode it");
    } else {
      outgoing
          .send()
          .rejected(
              "too_large",
              "larger than "
                  + batch.getMaxSizeInBytes()
                  + " bytes, which is what the queue or topic takes, with room for overhead");
    }
  }

  /** Whether a message can be in a batch. */
  private enum Fit {
    FITS,
    TOO_LARGE,
    NEVER
  }
}
