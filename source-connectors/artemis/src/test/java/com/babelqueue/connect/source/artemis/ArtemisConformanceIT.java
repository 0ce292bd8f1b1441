package com.babelqueue.connect.source.artemis;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.contract.ConformancePeer;
import com.babelqueue.connect.contract.SourceConformance;
import com.fasterxml.jackson.databind.JsonNode;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The suite's Artemis blocks, with delivery counts made by real failed deliveries. */
class ArtemisConformanceIT extends SourceConformance {
  @Override
  protected ConformancePeer startPeer() throws Exception {
    return new Peer(ArtemisPeer.start());
  }

  private record Peer(ArtemisPeer artemis) implements ConformancePeer {
    @Override
    public String group() {
      return "artemis";
    }

    @Override
    public String connectorClass() {
      return ArtemisPeer.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(List<String> queues) {
      return artemis.settings(String.join(",", queues), artemis.address());
    }

    @Override
    public void createQueue(String name) {
      artemis.createQueue(name);
    }

    @Override
    public void send(String queue, byte[] body, Map<String, String> mark, Version version)
        throws JMSException {
      TextMessage message = artemis.session().createTextMessage(new String(body, UTF_8));
      for (Map.Entry<String, String> header : mark.entrySet()) {
        message.setStringProperty(header.getKey(), header.getValue());
      }
      if (version != null) {
        message.setStringProperty(version.property(), version.value().textValue());
      }
      artemis.send(queue, message);
    }

    @Override
    public void deliverInVain(String queue) throws JMSException {
      artemis.deliverInVain(queue, 1);
    }

    /** The suite counts as AMQP does, from 0. */
    @Override
    public OptionalInt deliveriesInVain(Case suiteCase) {
      return OptionalInt.of(suiteCase.fields().integer("delivery_count"));
    }

    @Override
    public Optional<String> cannotCarry(JsonNode version) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> notCoveredHere() {
      return Map.of("artemis.property_projection", "the sink module covers it");
    }

    @Override
    public void close() {
      artemis.close();
    }
  }
}
