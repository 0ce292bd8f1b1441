package com.babelqueue.connect.sink.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.contract.PluginJarContents;
import com.babelqueue.connect.harness.PluginJar;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** The sink's jar is whole and small. */
class PluginJarIT {
  private static final long MAX_BYTES = 8L * 1024 * 1024;

  @Test
  void theJarHoldsWhatTheConnectorNeedsAndNothingThatTheWorkerBrings() throws IOException {
    assertThat(Files.size(PluginJar.underTest())).isLessThan(MAX_BYTES);
    PluginJarContents.check(
        "org.apache.kafka.connect.sink.SinkConnector",
        "com.babelqueue.connect.sink.redis.RedisSinkConnector",
        "redis.clients.jedis.Connection");
  }
}
