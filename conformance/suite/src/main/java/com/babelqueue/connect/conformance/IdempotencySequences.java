package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;

/**
 * Runs the suite's sequences of deliveries (contract 5.1) on whatever keeps messages from having
 * their effect twice. A delivery that fails counts as an effect too (IDM-3). One test thread.
 */
public final class IdempotencySequences implements BlockRunner {
  /** The block in the manifest. */
  public static final String BLOCK = "idempotency.sequences";

  private final Callable<Deliveries> begin;

  /**
   * @param begin makes a place for one sequence, in which nothing is remembered
   */
  public IdempotencySequences(Callable<Deliveries> begin) {
    this.begin = begin;
  }

  @Override
  public void run(Case suiteCase) throws Exception {
    suiteCase.fields().passOver("name");
    int effects = 0;
    try (Deliveries deliveries = begin.call()) {
      int number = 0;
      for (JsonNode entry : suiteCase.fields().value("deliveries")) {
        number++;
        Fields delivery = new Fields(suiteCase.name() + ", delivery " + number, (ObjectNode) entry);
        boolean ran = deliver(delivery, deliveries);
        check(delivery.text("expect_effect").equals(ran ? "run" : "skip"), number, ran);
        delivery.failOnUnread();
        effects += ran ? 1 : 0;
      }
    }
    int expected = suiteCase.fields().integer("expected_effects");
    if (effects != expected) {
      throw new AssertionError("expected " + expected + " effects, not " + effects);
    }
  }

  private static boolean deliver(Fields delivery, Deliveries deliveries) throws Exception {
    String id = delivery.text("meta_id");
    if (delivery.has("forget_before") && delivery.flag("forget_before")) {
      deliveries.forget(id);
    }
    // What is to be skipped has no outcome; were it to run, it would succeed.
    String outcome = delivery.has("outcome") ? delivery.text("outcome") : "ok";
    return switch (outcome) {
      case "ok" -> deliveries.deliver(id, true);
      case "throw" -> deliveries.deliver(id, false);
      default -> throw new SuiteException("unknown outcome " + outcome);
    };
  }

  private static void check(boolean asExpected, int number, boolean ran) {
    if (!asExpected) {
      throw new AssertionError("delivery " + number + (ran ? " had an effect" : " had no effect"));
    }
  }

  /** Where the messages of one sequence go, one after the other. */
  public interface Deliveries extends AutoCloseable {
    /**
     * Delivers a message and returns when all is over with it.
     *
     * @param id its {@code meta.id}, which may be empty
     * @param succeeds what becomes of its effect, if it comes to one
     * @return whether it came to its effect, whatever became of that
     */
    boolean deliver(String id, boolean succeeds) throws Exception;

    /** Has an id forgotten. */
    void forget(String id) throws Exception;

    @Override
    default void close() {}
  }
}
