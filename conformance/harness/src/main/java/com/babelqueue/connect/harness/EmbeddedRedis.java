package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import redis.embedded.RedisServer;

/** A Redis server whose binary comes out of a jar; a process of its own, as Redis always is. */
final class EmbeddedRedis implements RedisBroker {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);

  private final int port = FreePorts.next();
  private final RedisServer server;
  private final String product;

  private EmbeddedRedis() {
    try {
      server =
          RedisServer.newRedisServer().port(port).bind("127.0.0.1").setting("save \"\"").build();
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    product = RedisPing.await(host(), port, START_LIMIT);
  }

  static EmbeddedRedis start() {
    return new EmbeddedRedis();
  }

  @Override
  public String describe() {
    return product + " (embedded)";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
