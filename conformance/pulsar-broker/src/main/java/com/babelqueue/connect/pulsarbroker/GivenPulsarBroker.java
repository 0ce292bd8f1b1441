package com.babelqueue.connect.pulsarbroker;

import java.net.URI;
import java.nio.file.Path;

/** A broker that somebody else runs. */
record GivenPulsarBroker(URI serviceUrl, URI adminUrl) implements PulsarBroker {
  /** What a broker takes unless its operator says otherwise. */
  private static final int DEFAULT_MAX_MESSAGE_BYTES = 5 * 1024 * 1024;

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
  public int maxMessageBytes() {
    return DEFAULT_MAX_MESSAGE_BYTES;
  }

  @Override
  public void close() {}
}
