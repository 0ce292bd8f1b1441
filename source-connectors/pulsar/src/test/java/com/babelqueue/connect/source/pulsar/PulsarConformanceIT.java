package com.babelqueue.connect.source.pulsar;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.contract.ConformancePeer;
import com.babelqueue.connect.contract.SourceConformance;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.pulsar.client.api.Consumer;
import org.apache.pulsar.client.api.PulsarClientException;
import org.apache.pulsar.client.api.TypedMessageBuilder;

/** The suite's Pulsar blocks, with redelivery counts made by real redelivery. */
class PulsarConformanceIT extends SourceConformance {
  @Override
  protected ConformancePeer startPeer() throws PulsarClientException {
    return new Peer(PulsarPeer.start(), new HashMap<>());
  }

  /**
   * @param vain consumers that failed and stay, since the count is the broker's only as long as the
   *     subscription has a consumer
   */
  private record Peer(PulsarPeer pulsar, Map<String, Consumer<byte[]>> vain)
      implements ConformancePeer {
    @Override
    public String group() {
      return "pulsar";
    }

    @Override
    public String connectorClass() {
      return PulsarPeer.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(List<String> queues) {
      return pulsar.settings(String.join(",", queues), pulsar.address());
    }

    @Override
    public void createQueue(String name) throws Exception {
      pulsar.createQueue(name);
    }

    @Override
    public void send(String queue, byte[] body, Map<String, String> mark, Version version)
        throws Exception {
      TypedMessageBuilder<byte[]> message = pulsar.message(queue, body);
      if (mark != null) {
        message.properties(mark);
      }
      if (version != null) {
        message.property(version.property(), version.value().textValue());
      }
      message.send();
    }

    @Override
    public void deliverInVain(String queue) throws Exception {
      Consumer<byte[]> consumer = vain.get(queue);
      if (consumer == null) {
        consumer = pulsar.pausedConsumer(queue);
        vain.put(queue, consumer);
      }
      consumer.negativeAcknowledge(PulsarPeer.receiveOne(consumer));
    }

    @Override
    public OptionalInt deliveriesInVain(Case suiteCase) {
      return OptionalInt.of(suiteCase.fields().value("redelivery_count").intValue());
    }

    @Override
    public Optional<String> cannotCarry(JsonNode version) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> notCoveredHere() {
      return Map.of("pulsar.property_projection", "the sink module covers it");
    }

    @Override
    public void close() {
      pulsar.close();
    }
  }
}
