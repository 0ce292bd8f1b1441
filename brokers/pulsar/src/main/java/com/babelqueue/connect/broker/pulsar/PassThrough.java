package com.babelqueue.connect.broker.pulsar;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.kafka.common.config.AbstractConfig;

/**
 * The client's own settings that pass through to its own loader under a prefix: those that have no
 * setting of ours and break none of our promises, and no others, so that a mistyped one is noticed
 * (the loader ignores what it does not know) and no password travels outside a password setting.
 *
 * <p>Immutable; for any thread.
 */
public final class PassThrough {
  /** For {@code ClientBuilder.loadConf}. */
  public static final PassThrough CLIENT =
      new PassThrough(
          "pulsar.client.",
          Set.of(
              "operationTimeoutMs",
              "lookupTimeoutMs",
              "requestTimeoutMs",
              "readTimeoutMs",
              "connectionTimeoutMs",
              "statsIntervalSeconds",
              "numIoThreads",
              "numListenerThreads",
              "connectionsPerBroker",
              "connectionMaxIdleSeconds",
              "useTcpNoDelay",
              "tlsKeyFilePath",
              "tlsCertificateFilePath",
              "tlsTrustCertsFilePath",
              "tlsAllowInsecureConnection",
              "sslProvider",
              "autoCertRefreshSeconds",
              "concurrentLookupRequest",
              "maxLookupRequest",
              "maxLookupRedirects",
              "maxNumberOfRejectedRequestPerConnection",
              "keepAliveIntervalSeconds",
              "initialBackoffIntervalNanos",
              "maxBackoffIntervalNanos",
              "enableBusyWait",
              "listenerName",
              "memoryLimitBytes",
              "proxyServiceUrl",
              "proxyProtocol",
              "dnsLookupBindAddress",
              "dnsLookupBindPort",
              "description"));

  /** For {@code ConsumerBuilder.loadConf}. */
  public static final PassThrough CONSUMER =
      new PassThrough(
          "pulsar.consumer.",
          Set.of(
              "consumerName",
              "priorityLevel",
              "readCompacted",
              "patternAutoDiscoveryPeriod",
              "autoUpdatePartitions",
              "autoUpdatePartitionsIntervalSeconds",
              "replicateSubscriptionState",
              "maxPendingChunkedMessage",
              "expireTimeOfIncompleteChunkedMessageMillis",
              "cryptoFailureAction"));

  /** For {@code ProducerBuilder.loadConf}. */
  public static final PassThrough PRODUCER =
      new PassThrough(
          "pulsar.producer.",
          Set.of(
              "compressionType",
              "hashingScheme",
              "messageRoutingMode",
              "batchingMaxMessages",
              "batchingPartitionSwitchFrequencyByPublishDelay",
              "autoUpdatePartitions",
              "autoUpdatePartitionsIntervalSeconds",
              "lazyStartPartitionedProducers",
              "initialSubscriptionName"));

  private final String prefix;
  private final Set<String> names;

  private PassThrough(String prefix, Set<String> names) {
    this.prefix = prefix;
    this.names = new TreeSet<>(names);
  }

  /** The prefix, with its dot. */
  public String prefix() {
    return prefix;
  }

  /** What to hand to the loader, without the prefix. */
  public Map<String, Object> of(AbstractConfig config) {
    Map<String, Object> passed = new TreeMap<>();
    config
        .originalsWithPrefix(prefix)
        .forEach((key, value) -> passed.put(key, String.valueOf(value).strip()));
    return passed;
  }

  /**
   * Reports the keys that do not pass or that the loader does not take.
   *
   * @param loader a loader of a builder that is thrown away
   * @param problems takes the key at fault and a message
   */
  public void check(
      AbstractConfig config,
      Consumer<Map<String, Object>> loader,
      BiConsumer<String, String> problems) {
    of(config)
        .forEach(
            (name, value) -> {
              String key = prefix + name;
              if (!names.contains(name)) {
                problems.accept(
                    key,
                    key + " is none of the client settings that pass: " + String.join(", ", names));
                return;
              }
              try {
                loader.accept(Map.of(name, value));
              } catch (RuntimeException e) {
                // The client's own text quotes the value.
                problems.accept(key, key + " is not a value that the client takes");
              }
            });
  }
}
