package com.babelqueue.connect.harness;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Chooses the broker that a test runs against: an address given by system property, else a server
 * binary of this machine, else Docker, else an embedded one (the order of DESIGN.md section 7). The
 * system property {@code babelqueue.<broker>.kind} with the name of a {@link Kind} in lower case
 * allows that kind only.
 *
 * <p>A broker that is there but fails to start is an error, never a reason to take the next kind.
 */
public final class BrokerChoice<B> {

  /** Ways to come by a broker, the preferred one first. */
  public enum Kind {
    /** An address given by system property. */
    ADDRESS,
    /** A server binary of this machine, started as a child process. */
    SERVER,
    /** A container. No broker of this harness offers one yet; the place in the order is its own. */
    DOCKER,
    /** A broker inside this JVM. */
    EMBEDDED
  }

  private final String broker;
  private final Map<Kind, Supplier<Optional<B>>> offers = new EnumMap<>(Kind.class);

  BrokerChoice(String broker) {
    this.broker = broker;
  }

  /**
   * Adds a way to come by the broker.
   *
   * @param launcher returns empty when this machine does not offer the kind; throws when it does
   *     but the broker fails to start
   */
  BrokerChoice<B> offer(Kind kind, Supplier<Optional<B>> launcher) {
    offers.put(kind, launcher);
    return this;
  }

  /** Starts the first broker of the order that this machine offers. */
  B start() {
    String property = "babelqueue." + broker + ".kind";
    String wanted = System.getProperty(property, "");
    for (Map.Entry<Kind, Supplier<Optional<B>>> offer : offers.entrySet()) {
      String kind = offer.getKey().name().toLowerCase(Locale.ROOT);
      if (wanted.isBlank() || wanted.equals(kind)) {
        Optional<B> started = launch(kind, offer.getValue());
        if (started.isPresent()) {
          return started.get();
        }
      }
    }
    throw new HarnessException(
        "no "
            + broker
            + " broker here among "
            + offers.keySet()
            + (wanted.isBlank() ? "" : " with " + property + "=" + wanted));
  }

  private Optional<B> launch(String kind, Supplier<Optional<B>> launcher) {
    try {
      return launcher.get();
    } catch (NoClassDefFoundError e) {
      throw new HarnessException(
          "the "
              + kind
              + " "
              + broker
              + " broker is an optional dependency of the harness and not on the class path",
          e);
    }
  }

  /** Prints which implementation a test uses: each integration test calls it once. */
  public static void announce(String broker, String description) {
    System.out.println("[broker] " + broker + ": " + description);
  }
}
