package com.babelqueue.connect.broker;

import com.babelqueue.connect.envelope.AttemptsRule;
import java.util.Objects;
import java.util.Set;

/**
 * What a broker's binding of the contract looks like to the runtimes: which native names it
 * projects itself, how its delivery count feeds {@code attempts}, and whether it has a version
 * gate.
 *
 * @param broker the broker's name as settings and metadata headers spell it, such as {@code sqs}
 * @param contractNames native header names that the binding projects from the body; a bridge takes
 *     them off before it copies headers to another system (HDR-6)
 * @param attemptsRule how the native count is reconciled with the body's counter (ATT, KFK-4, SQS-5
 *     and their siblings)
 * @param gated whether the version gate applies to this binding (the table of contract 2.2)
 */
public record BrokerBinding(
    String broker, Set<String> contractNames, AttemptsRule attemptsRule, boolean gated) {
  /** Copies the set of names, so that a binding never changes once built. */
  public BrokerBinding {
    Objects.requireNonNull(broker, "broker");
    Objects.requireNonNull(attemptsRule, "attemptsRule");
    contractNames = Set.copyOf(contractNames);
  }
}
