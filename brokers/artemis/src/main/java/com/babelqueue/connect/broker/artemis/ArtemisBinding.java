package com.babelqueue.connect.broker.artemis;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.Set;

/**
 * The Artemis binding of the contract (section 3.7): which application properties the envelope is
 * projected to, all with underscores (ART-1), and how {@code attempts} is reconciled. Constants
 * only.
 */
public final class ArtemisBinding {
  /** Message annotation with the URN; JMS has it as its type, which AMQP calls subject (ART-8). */
  static final String TYPE_ANNOTATION = "x-opt-jms-type";

  /** The broker's name in settings and metadata headers. */
  public static final String BROKER = "artemis";

  /** Property with {@code meta.schema_version}; what the gate looks at (ART-6). */
  public static final String VERSION_PROPERTY = "bq_schema_version";

  /** Property with {@code meta.lang}; left out when blank (ART-2). */
  public static final String LANGUAGE_PROPERTY = "bq_source_lang";

  /** Property with {@code attempts}; written, and never read, since the body has it (ART-3). */
  public static final String ATTEMPTS_PROPERTY = "bq_attempts";

  /** Property with the constant that marks a message as one of this contract. */
  public static final String APPLICATION_PROPERTY = "bq_app_id";

  /** The constant itself. */
  public static final String APPLICATION = "babelqueue";

  /** Property with the delay in ms that was asked for; information only (DLY-3). */
  public static final String DELAY_PROPERTY = "bq_delay";

  /** The binding as the runtimes know it. */
  public static final BrokerBinding BINDING =
      new BrokerBinding(
          BROKER,
          Set.of(
              VERSION_PROPERTY,
              LANGUAGE_PROPERTY,
              ATTEMPTS_PROPERTY,
              APPLICATION_PROPERTY,
              DELAY_PROPERTY),
          AttemptsRule.ARTEMIS_JMS,
          true);

  private ArtemisBinding() {}
}
