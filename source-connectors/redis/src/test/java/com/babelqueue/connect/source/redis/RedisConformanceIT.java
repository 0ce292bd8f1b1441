package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.contract.ConformancePeer;
import com.babelqueue.connect.contract.SourceConformance;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The suite's Redis block: a bare element crosses as it is. */
class RedisConformanceIT extends SourceConformance {
  @Override
  protected ConformancePeer startPeer() {
    return new Peer(RedisPeer.start());
  }

  private record Peer(RedisPeer redis) implements ConformancePeer {
    @Override
    public String group() {
      return "redis";
    }

    @Override
    public String connectorClass() {
      return redis.connectorClass();
    }

    @Override
    public Map<String, String> settings(List<String> queues) {
      return redis.settings(String.join(",", queues), redis.address());
    }

    @Override
    public void createQueue(String name) {
      redis.createQueue(name);
    }

    /** Without the mark, which would need a frame; there is one case and so one queue. */
    @Override
    public void send(String queue, byte[] body, Map<String, String> mark, Version version) {
      redis.send(queue, List.of(new String(body, UTF_8)));
    }

    @Override
    public void deliverInVain(String queue) {
      throw new UnsupportedOperationException("a list counts no deliveries");
    }

    @Override
    public OptionalInt deliveriesInVain(Case suiteCase) {
      return OptionalInt.empty();
    }

    @Override
    public Optional<String> cannotCarry(JsonNode version) {
      return Optional.of("a list element has no native version");
    }

    @Override
    public Map<String, String> notCoveredHere() {
      return Map.of();
    }

    @Override
    public void close() {
      redis.close();
    }
  }
}
