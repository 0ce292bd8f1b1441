package com.babelqueue.connect.interop;

import com.babelqueue.connect.harness.ArtemisBroker;
import java.util.Map;

/** ActiveMQ Artemis; the broker of the harness makes no queue by itself. */
final class ArtemisAccess extends BrokerAccess {
  private final ArtemisBroker broker;

  ArtemisAccess() {
    this(ArtemisBroker.start());
  }

  private ArtemisAccess(ArtemisBroker broker) {
    super(BrokerKind.ARTEMIS, broker.describe());
    this.broker = broker;
  }

  @Override
  Address address() {
    return Address.of("artemis://" + broker.user() + ":" + broker.password() + "@" + hostAndPort());
  }

  @Override
  void createQueue(String queue) {
    broker.createQueue(queue);
  }

  @Override
  Map<String, String> connection() {
    return Map.of(
        "artemis.uri",
        "amqp://" + hostAndPort(),
        "artemis.username",
        broker.user(),
        "artemis.password",
        broker.password());
  }

  private String hostAndPort() {
    return broker.host() + ":" + broker.port();
  }

  @Override
  public void close() {
    broker.close();
  }
}
