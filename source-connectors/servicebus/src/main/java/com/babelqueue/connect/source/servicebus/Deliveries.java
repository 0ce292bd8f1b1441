package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.servicebus.ServiceBusBinding;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.servicebus.Arrivals.Arrival;
import java.util.List;

/** Turns what came from the SDK into what the engine tracks. Stateless. */
final class Deliveries {
  private Deliveries() {}

  /**
   * @param epoch in which the handle is good
   */
  static Delivery of(Arrival arrival, long epoch) {
    var message = arrival.message();
    List<NativeHeader> headers = ServiceBusBinding.headers(message);
    int deliveryCount = ServiceBusBinding.deliveryCount(message);
    return Delivery.of(
            arrival.stream().source().entity().toString(),
            ServiceBusBinding.body(message),
            new Handle(message, arrival.stream()),
            epoch)
        .messageId(message.getMessageId())
        .headers(headers)
        .metadata(ServiceBusBinding.metadata(message))
        .group(ServiceBusBinding.group(message))
        .versionField(ServiceBusBinding.versionField(message))
        .attemptsField(deliveryCount)
        .deliveryCount(deliveryCount)
        .overhead(headers.stream().mapToInt(Deliveries::size).sum())
        .build();
  }

  private static int size(NativeHeader header) {
    if (header.value() instanceof byte[] bytes) {
      return header.name().length() + bytes.length;
    }
    return header.name().length() + String.valueOf(header.value()).length();
  }
}
