package com.babelqueue.connect.broker.artemis;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;

/**
 * The client's own options that pass through under {@value #PREFIX}, with the names that they have
 * in an address: everything but what this project's promises rest on and what would put a secret
 * into a setting that is shown.
 */
final class ClientOptions {
  static final String PREFIX = "artemis.client.";

  private static final List<String> FAMILIES =
      List.of("jms.", "amqp.", "transport.", "failover.", "provider.");

  /** What the connection sets itself: what comes and goes, when, and when it is settled. */
  private static final List<String> OWN =
      List.of(
          "jms.clientid",
          "jms.prefetchpolicy.",
          "jms.presettlepolicy.",
          "jms.redeliverypolicy.",
          "jms.deserializationpolicy.",
          "jms.receivelocalonly",
          "jms.receivenowaitlocalonly",
          "jms.localmessageexpiry",
          "jms.localmessagepriority",
          "jms.validatepropertynames",
          "jms.sendtimeout",
          "failover.maxreconnectattempts",
          "jms.usedaemonthread");

  private ClientOptions() {}

  /** Why an option may not be given; empty when it may. */
  static Optional<String> refusal(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replace("failover.nested.", "");
    if (FAMILIES.stream().noneMatch(lower::startsWith)) {
      return Optional.of("must begin with one of " + String.join(" ", FAMILIES));
    }
    if (lower.startsWith("jms.username") || lower.startsWith("jms.password")) {
      return Optional.of(
          "is set by " + ArtemisSettings.USERNAME + " and " + ArtemisSettings.PASSWORD);
    }
    if (lower.startsWith("transport.keystore")
        || lower.startsWith("transport.truststore")
        || lower.contains("password")) {
      return Optional.of("is set by the settings under " + ArtemisSettings.PREFIX + "ssl.");
    }
    if (OWN.stream().anyMatch(lower::startsWith)) {
      return Optional.of("is set by the connector");
    }
    return Optional.empty();
  }

  /** Reports the options that do not pass. */
  static void check(AbstractConfig config, BiConsumer<String, String> problems) {
    given(config)
        .forEach(
            (name, value) ->
                refusal(name)
                    .ifPresent(why -> problems.accept(PREFIX + name, PREFIX + name + " " + why)));
  }

  /** What was given, encoded for an address. */
  static Map<String, String> of(AbstractConfig config) {
    Map<String, String> encoded = new TreeMap<>();
    given(config)
        .forEach(
            (name, value) ->
                encoded.put(name, URLEncoder.encode(value.strip(), StandardCharsets.UTF_8)));
    return encoded;
  }

  private static Map<String, String> given(AbstractConfig config) {
    Map<String, String> given = new TreeMap<>();
    config
        .originalsWithPrefix(PREFIX)
        .forEach((name, value) -> given.put(name, String.valueOf(value)));
    return given;
  }
}
