package com.babelqueue.connect.sink.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.babelqueue.connect.contract.NativeMessage;
import com.babelqueue.connect.contract.RoundTripPeer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The other side of the contract's queues.
 *
 * @param keyed whether records' keys become partition keys, each of which has an order of its own
 */
record ContractPeer(ServiceBusPeer bus, boolean keyed) implements RoundTripPeer {
  private static final String SOURCE =
      "com.babelqueue.connect.source.servicebus.ServiceBusSourceConnector";

  /** The plugin's own classes are not at hand here. */
  private static final Set<String> CONTRACT =
      Set.of("bq-schema-version", "bq-source-lang", "bq-created-at", "bq-delay");

  @Override
  public String connectorClass() {
    return ServiceBusBridge.CONNECTOR;
  }

  @Override
  public Map<String, String> settings(String queue, InetSocketAddress at) {
    Map<String, String> settings = ServiceBusPeer.connection(at.getPort());
    settings.put("servicebus.entity", queue);
    if (keyed) {
      settings.put("servicebus.partition.key", "${key}");
    }
    return settings;
  }

  @Override
  public InetSocketAddress address() {
    return bus.address();
  }

  @Override
  public void createQueue(String name) {
    bus.createQueue(name);
  }

  @Override
  public List<NativeMessage> take(String queue, int count, Duration limit) {
    return bus.take(queue, count, limit).stream().map(ContractPeer::nativeMessage).toList();
  }

  private static NativeMessage nativeMessage(ServiceBusReceivedMessage message) {
    Map<String, Object> properties = new HashMap<>(message.getApplicationProperties());
    Map<String, Object> headers = new HashMap<>(properties);
    properties.keySet().retainAll(CONTRACT);
    headers.keySet().removeAll(CONTRACT);
    Map<String, Object> fields = new HashMap<>();
    put(fields, "subject", message.getSubject());
    put(fields, "correlation_id", message.getCorrelationId());
    put(fields, "message_id", message.getMessageId());
    put(fields, "content_type", message.getContentType());
    put(fields, "session_id", message.getSessionId());
    put(fields, "partition_key", message.getPartitionKey());
    put(fields, "to", message.getTo());
    put(fields, "reply_to", message.getReplyTo());
    put(fields, "time_to_live", message.getTimeToLive().isZero() ? null : message.getTimeToLive());
    return new NativeMessage(
        message.getBody().toBytes(),
        Map.of("message", fields, "application_properties", properties),
        headers);
  }

  private static void put(Map<String, Object> fields, String name, Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  @Override
  public long depth(String queue) {
    return bus.emulator().ready(queue);
  }

  @Override
  public boolean keepsOrder() {
    return !keyed;
  }

  @Override
  public boolean honoursDelays() {
    return true;
  }

  @Override
  public Untakable untakable() {
    return new Untakable(
        Orders.envelope(1, "x".repeat(1024 * 1024 - 12 * 1024)), Map.of(), "too_large");
  }

  @Override
  public String projectionBlock() {
    return "asb.property_projection";
  }

  @Override
  public String sourceModule() {
    return "source-connectors/servicebus";
  }

  @Override
  public String sourceClass() {
    return SOURCE;
  }

  @Override
  public Map<String, String> sourceSettings(String queue) {
    Map<String, String> settings = ServiceBusPeer.connection(address().getPort());
    settings.put("servicebus.queues", queue);
    return settings;
  }

  @Override
  public String keyPolicy() {
    return keyed ? "group" : "none";
  }

  @Override
  public void close() {
    bus.close();
  }
}
