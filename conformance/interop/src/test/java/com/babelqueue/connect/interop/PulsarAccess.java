package com.babelqueue.connect.interop;

import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import java.util.Map;

/**
 * Apache Pulsar, which makes topics on first use. Source and SDK read through one subscription, as
 * workers that share a queue do.
 */
final class PulsarAccess extends BrokerAccess {
  private final PulsarBroker broker;

  PulsarAccess() {
    this(PulsarBroker.start());
  }

  private PulsarAccess(PulsarBroker broker) {
    super(BrokerKind.PULSAR, broker.describe());
    this.broker = broker;
  }

  @Override
  Address address() {
    return Address.of(broker.serviceUrl().toString());
  }

  @Override
  void createQueue(String queue) {}

  @Override
  Map<String, String> connection() {
    return Map.of("pulsar.service.url", broker.serviceUrl().toString());
  }

  @Override
  Map<String, String> sinkOnly() {
    return Map.of("pulsar.topic.create", "true");
  }

  @Override
  public void close() {
    broker.close();
  }
}
