package com.babelqueue.connect.conformance;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the suites to run. The system property {@value #PROPERTY} names one directory and leaves
 * all others out; without it this project's own suite runs, and the public one as well where it
 * lies beside the checkout. Relative paths count from the directory that Maven was started in.
 */
public final class SuiteDirectories {
  /** System property with the directory of the suite to run. */
  public static final String PROPERTY = "babelqueue.conformance.dir";

  /** System property, set by the build, with the root of the checkout. */
  public static final String ROOT_PROPERTY = "babelqueue.root";

  private SuiteDirectories() {}

  /** Loads the suites to run and says on the console which ones they are. */
  public static List<Suite> load() {
    String chosen = System.getProperty(PROPERTY, "");
    if (!chosen.isBlank()) {
      return announced(List.of(Suite.load(root().resolve(chosen))));
    }
    return announced(
        hasPublicSuite()
            ? List.of(Suite.load(own()), Suite.load(publicSuite()))
            : List.of(Suite.load(own())));
  }

  /** Every suite that some module runs: those to run, and the cases of retries and redrive. */
  public static List<Suite> loadAll() {
    List<Suite> all = new ArrayList<>(load());
    all.add(Suite.load(retry()));
    return all;
  }

  /** This project's own cases of retries and redrive. */
  public static Path retry() {
    return root().resolve("conformance/suite/retry");
  }

  /** This project's own suite. */
  public static Path own() {
    return root().resolve("conformance/suite/suite");
  }

  /** Where the public suite lies when it is there. */
  public static Path publicSuite() {
    return root().resolve("../shared/conformance");
  }

  /** Whether the public suite is there; when it is not, the console says so. */
  public static boolean hasPublicSuite() {
    if (Files.isRegularFile(publicSuite().resolve("manifest.json"))) {
      return true;
    }
    System.out.println("[conformance] the public suite is not in ../shared/conformance");
    return false;
  }

  private static List<Suite> announced(List<Suite> suites) {
    suites.forEach(suite -> System.out.println("[conformance] running " + suite));
    return suites;
  }

  private static Path root() {
    String root = System.getProperty(ROOT_PROPERTY, "");
    if (root.isBlank()) {
      throw new SuiteException("system property " + ROOT_PROPERTY + " is not set: run with Maven");
    }
    return Path.of(root);
  }
}
