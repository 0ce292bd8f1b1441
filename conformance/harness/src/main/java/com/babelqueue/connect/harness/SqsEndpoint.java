package com.babelqueue.connect.harness;

import java.net.URI;
import java.util.Optional;

/** An SQS service that somebody else runs, given by {@link #ENDPOINT_PROPERTY}. */
record SqsEndpoint(URI endpoint, String region) implements SqsBroker {

  static Optional<SqsBroker> fromProperty() {
    String endpoint = System.getProperty(ENDPOINT_PROPERTY, "");
    if (endpoint.isBlank()) {
      return Optional.empty();
    }
    return Optional.of(
        new SqsEndpoint(URI.create(endpoint), System.getProperty(REGION_PROPERTY, "us-east-1")));
  }

  @Override
  public String describe() {
    return "given endpoint " + endpoint;
  }

  @Override
  public void close() {}
}
