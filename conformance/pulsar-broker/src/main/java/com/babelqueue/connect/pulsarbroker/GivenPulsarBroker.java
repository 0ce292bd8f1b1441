package com.babelqueue.connect.pulsarbroker;

import java.net.URI;

/** A broker that somebody else runs. */
record GivenPulsarBroker(URI serviceUrl, URI adminUrl) implements PulsarBroker {
  @Override
  public String describe() {
    return "the broker at " + serviceUrl;
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
