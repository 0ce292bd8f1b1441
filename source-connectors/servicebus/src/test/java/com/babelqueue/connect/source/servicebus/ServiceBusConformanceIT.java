package com.babelqueue.connect.source.servicebus;

import com.azure.core.util.BinaryData;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.babelqueue.connect.conformance.Case;
import com.babelqueue.connect.contract.ConformancePeer;
import com.babelqueue.connect.contract.SourceConformance;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The suite's Service Bus blocks, with delivery counts made by messages abandoned for real. */
class ServiceBusConformanceIT extends SourceConformance {
  @Override
  protected ConformancePeer startPeer() {
    return new Peer(ServiceBusPeer.start());
  }

  private record Peer(ServiceBusPeer bus) implements ConformancePeer {
    @Override
    public String group() {
      return "asb";
    }

    @Override
    public String connectorClass() {
      return ServiceBusBridge.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(List<String> queues) {
      Map<String, String> settings = new HashMap<>(bus.connection());
      settings.put("servicebus.queues", String.join(",", queues));
      return settings;
    }

    @Override
    public void createQueue(String name) {
      bus.createQueue(name);
    }

    @Override
    public void send(String queue, byte[] body, Map<String, String> mark, Version version) {
      ServiceBusMessage message = new ServiceBusMessage(BinaryData.fromBytes(body));
      message.getApplicationProperties().putAll(mark);
      if (version != null) {
        message.getApplicationProperties().put(version.property(), typed(version));
      }
      bus.send(queue, message);
    }

    /** The AMQP type that the case means. */
    private static Object typed(Version version) {
      JsonNode value = version.value();
      if (value.isNull()) {
        return null;
      }
      if (value.isTextual()) {
        return value.textValue();
      }
      if (value.isIntegralNumber()) {
        return value.intValue();
      }
      return "float".equals(version.type()) ? (Object) value.floatValue() : value.doubleValue();
    }

    @Override
    public void deliverInVain(String queue) {
      try (ServiceBusReceiverClient receiver = bus.receiver(queue)) {
        ServiceBusPeer.receive(receiver, 1).forEach(receiver::abandon);
      }
    }

    /** The contract counts from 1; nothing that is delivered has a count of 0. */
    @Override
    public OptionalInt deliveriesInVain(Case suiteCase) {
      int count = suiteCase.fields().integer("delivery_count");
      return count < 1 ? OptionalInt.empty() : OptionalInt.of(count - 1);
    }

    @Override
    public Optional<String> cannotCarry(JsonNode version) {
      return Optional.empty();
    }

    @Override
    public Map<String, String> notCoveredHere() {
      return Map.of("asb.property_projection", "the sink module covers it");
    }

    @Override
    public void close() {
      bus.close();
    }
  }
}
