package com.babelqueue.connect.broker.artemis;

/** What a sender of headers shows over JMX. */
public interface OutboundHeadersMXBean {
  /** Headers left behind, since JMS has no place for them. */
  long getDropped();
}
