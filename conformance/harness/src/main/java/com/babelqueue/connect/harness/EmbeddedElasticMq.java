package com.babelqueue.connect.harness;

import java.net.URI;
import org.elasticmq.rest.sqs.SQSRestServer;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * ElasticMQ inside this JVM, in memory. It refuses messages over 256 KiB, and a batch with one such
 * entry as a whole.
 */
final class EmbeddedElasticMq implements SqsBroker {
  private final SQSRestServer server;
  private final URI endpoint;

  private EmbeddedElasticMq() {
    server = SQSRestServerBuilder.withInterface("127.0.0.1").withDynamicPort().start();
    int port = server.waitUntilStarted().localAddress().getPort();
    endpoint = URI.create("http://127.0.0.1:" + port);
  }

  static EmbeddedElasticMq start() {
    return new EmbeddedElasticMq();
  }

  @Override
  public String describe() {
    String version = SQSRestServer.class.getPackage().getImplementationVersion();
    return "ElasticMQ" + (version == null ? "" : " " + version) + " (embedded)";
  }

  @Override
  public URI endpoint() {
    return endpoint;
  }

  @Override
  public String region() {
    return "elasticmq";
  }

  @Override
  public void close() {
    server.stopAndWait();
  }
}
