package com.babelqueue.connect.conformance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.opentest4j.TestAbortedException;

/**
 * One case of a block, with the files of its suite.
 *
 * <p>For one run by one thread, since its {@link Fields} remember what was read.
 */
public final class Case {
  private final Suite suite;
  private final String block;
  private final String name;
  private final Fields fields;
  private final Fields shared;

  Case(Suite suite, String block, String name, ObjectNode fields, ObjectNode shared) {
    this.suite = suite;
    this.block = block;
    this.name = name;
    this.fields = new Fields(block + " / " + name, fields);
    this.shared = new Fields(block, shared);
  }

  /** The path of the block, for example {@code kafka.schema_version_gate}. */
  public String block() {
    return block;
  }

  /** The name, unique within its block: the case's own, or its content where it has none. */
  public String name() {
    return name;
  }

  /** What the case itself says. */
  public Fields fields() {
    return fields;
  }

  /** What the block says for all of its cases; empty when it says nothing. */
  public Fields shared() {
    return shared;
  }

  /**
   * The bytes of a file of the suite, as they are.
   *
   * @param path relative to the suite's directory, as the manifest names it
   * @throws SuiteException when there is no such file
   */
  public byte[] file(String path) {
    return suite.file(path);
  }

  /**
   * A compact body for a case that gives a counter instead of a file: the suite's plainest envelope
   * with that counter.
   *
   * @param attempts any int
   */
  public byte[] bodyWithAttempts(int attempts) {
    ObjectNode envelope = (ObjectNode) Suite.parse(file("fixtures/order-created.json"));
    return envelope.put("attempts", attempts).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Runs the case; failures and skips say which one it was, since build logs only number tests. */
  void run(BlockRunner runner) throws Exception {
    String title = suite + ": " + block + " / " + name;
    try {
      runner.run(this);
    } catch (TestAbortedException e) {
      System.out.println("[conformance] skipped " + title + ": " + e.getMessage());
      throw e;
    } catch (AssertionError e) {
      throw new AssertionError(title + ": " + e.getMessage(), e);
    }
    fields.failOnUnread();
    shared.failOnUnread();
  }
}
