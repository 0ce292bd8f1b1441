package com.babelqueue.connect.pulsarbroker;

import java.net.URI;
import java.nio.file.Path;

/** A broker that somebody else runs. */
record GivenPulsarBroker(URI serviceUrl, URI adminUrl) implements PulsarBroker {
  @Override
  public String describe() {
    return "the broker at " + serviceUrl;
  }

  @Override
  public URI tlsServiceUrl() {
    return null;
  }

  @Override
  public Path certificate() {
    return null;
  }

  @Override
  public String token() {
    return null;
  }

  @Override
  public boolean staysBehindProxies() {
    return false;
  }

  @Override
  public void close() {}
}
