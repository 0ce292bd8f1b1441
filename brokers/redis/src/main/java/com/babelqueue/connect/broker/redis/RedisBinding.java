package com.babelqueue.connect.broker.redis;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.Set;

/**
 * The Redis binding of the contract (section 3.1). A list element has no native fields, so nothing
 * is projected, nothing can be gated, and {@code attempts} is the body's (RED-1, RED-5). Constants
 * only.
 */
public final class RedisBinding {
  /** The broker's name in settings and in the origin of a dead letter. */
  public static final String BROKER = "redis";

  /** The binding as the runtimes know it. */
  public static final BrokerBinding BINDING =
      new BrokerBinding(BROKER, Set.of(), AttemptsRule.NONE, false);

  private RedisBinding() {}
}
