package com.babelqueue.connect.harness;

import java.net.URI;
import java.util.Optional;

/**
 * A service that speaks SQS, for tests of the SQS ends. Only its address is handed out; the client
 * is the test's own, with any access key.
 *
 * <p>Order of choice: the endpoint in the system property {@value #ENDPOINT_PROPERTY} (with {@value
 * #REGION_PROPERTY}); ElasticMQ inside this JVM.
 */
public interface SqsBroker extends AutoCloseable {
  /** System property with the endpoint of a service that is running already. */
  String ENDPOINT_PROPERTY = "babelqueue.sqs.endpoint";

  /** System property with the region that goes with {@value #ENDPOINT_PROPERTY}. */
  String REGION_PROPERTY = "babelqueue.sqs.region";

  /** Starts, or finds, a service. */
  static SqsBroker start() {
    return new BrokerChoice<SqsBroker>("sqs")
        .offer(BrokerChoice.Kind.ADDRESS, SqsEndpoint::fromProperty)
        .offer(BrokerChoice.Kind.EMBEDDED, () -> Optional.of(EmbeddedElasticMq.start()))
        .start();
  }

  /** Names product, version and kind, for {@link BrokerChoice#announce}. */
  String describe();

  /** The endpoint override for a client. */
  URI endpoint();

  /** The region for a client. */
  String region();

  /** Stops a service that the harness started; one given by property is left alone. */
  @Override
  void close();
}
