package com.babelqueue.connect.broker.rabbitmq;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.Set;

/**
 * The RabbitMQ binding of the contract (section 3.2): which headers the envelope is projected to
 * and how {@code attempts} is reconciled. Constants only.
 */
public final class RabbitMqBinding {
  /** The broker's name in settings and metadata headers. */
  public static final String BROKER = "rabbitmq";

  /** Header with {@code meta.schema_version}, an integer; what the gate looks at (GATE-10). */
  public static final String VERSION_HEADER = "x-schema-version";

  /** Header with {@code meta.lang}, a string. */
  public static final String LANGUAGE_HEADER = "x-source-lang";

  /** Header with {@code attempts}, an integer (RMQ-4). */
  public static final String ATTEMPTS_HEADER = "x-attempts";

  private RabbitMqBinding() {}

  /**
   * The binding as the runtimes know it.
   *
   * @param gated whether the version gate is on; the contract leaves it off here (GATE-10)
   */
  public static BrokerBinding of(boolean gated) {
    return new BrokerBinding(
        BROKER,
        Set.of(VERSION_HEADER, LANGUAGE_HEADER, ATTEMPTS_HEADER),
        AttemptsRule.RABBITMQ,
        gated);
  }
}
