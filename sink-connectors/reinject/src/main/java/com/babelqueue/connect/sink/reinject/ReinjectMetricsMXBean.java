package com.babelqueue.connect.sink.reinject;

import java.util.Map;

/** What an operator sees of one re-injection or redrive task over JMX. */
public interface ReinjectMetricsMXBean {
  /** Records held now, because their tier is not over or their write is not acknowledged. */
  long getParked();

  /** Records brought back from retry topics, by the topic they went to. */
  Map<String, Long> getReinjected();

  /** Dead letters brought back, by the topic they went to. */
  Map<String, Long> getRedriven();

  /** Dead letters put back as they were, by their topic. */
  Map<String, Long> getRestored();

  /** Dead letters that a dry run would have brought back. */
  long getDryRun();

  /** How often a write failed and was begun again. */
  long getWriteFailures();
}
