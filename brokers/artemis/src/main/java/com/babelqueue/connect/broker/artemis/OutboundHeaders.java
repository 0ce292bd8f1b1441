package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.NativeHeader;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes headers as text properties of a JMS message: the counterpart of {@link ArtemisHeaders}.
 *
 * <p>What JMS has no place for is left behind, since a header is never a reason to hold up a
 * message: a name that {@link PropertyNames} knows none for, a value that is no text, and the
 * second of two headers that would get the same name. It is counted, and each name is logged once.
 * For one thread, but for {@link #getDropped()}.
 */
public final class OutboundHeaders implements OutboundHeadersMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(OutboundHeaders.class);

  /** Names come from outside; a flood of them must not fill memory or log. */
  private static final int MOST_NAMES = 100;

  private final Set<String> named = new HashSet<>();

  private final AtomicLong dropped = new AtomicLong();

  @Override
  public long getDropped() {
    return dropped.get();
  }

  /**
   * Sets headers.
   *
   * @param headers values String or {@code byte[]}
   * @param taken names that are the contract's own, which wins (HDR-3)
   */
  void write(Message message, List<NativeHeader> headers, Collection<String> taken)
      throws JMSException {
    Set<String> used = new HashSet<>(taken);
    for (NativeHeader header : headers) {
      // A name that needs no change has the better right to it.
      if (header.name().equals(PropertyNames.of(header.name()))) {
        set(message, header.name(), header, used);
      }
    }
    for (NativeHeader header : headers) {
      String name = PropertyNames.of(header.name());
      if (name == null) {
        drop(header, "JMS allows no such name, or acts on it");
      } else if (!name.equals(header.name())) {
        set(message, name, header, used);
      }
    }
  }

  private void set(Message message, String name, NativeHeader header, Set<String> used)
      throws JMSException {
    if (!(header.value() instanceof String text)) {
      drop(header, "a JMS property holds no bytes");
    } else if (!used.add(name)) {
      drop(header, "property " + name + " is taken");
    } else {
      message.setStringProperty(name, text);
    }
  }

  private void drop(NativeHeader header, String why) {
    dropped.incrementAndGet();
    if (named.size() < MOST_NAMES && named.add(header.name())) {
      LOG.warn("Header {} is left behind from here on: {}", header.name(), why);
    }
  }
}
