package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.pulsar.client.api.TypedMessageBuilder;

/**
 * Dresses a message up as the contract says: the writing side of {@link PulsarBinding} (section
 * 3.5). Properties are text; what the envelope lacks is left out, attempts never are (PRJ-2). There
 * is no event time (PUL-1). Stateless.
 */
public final class PulsarProjection {
  private PulsarProjection() {}

  /**
   * The properties of a message.
   *
   * @param envelope null for a body that travels without projection (PRJ-3)
   * @param attempts the reconciled counter, the same as in the body
   * @param headers what travels beside the contract; those with a name of the contract's are left
   *     out (HDR-3), and so are {@code byte[]} values, since a property is text
   * @param delay how long the message waits; null for no delay
   */
  public static Map<String, String> properties(
      Envelope envelope, int attempts, List<NativeHeader> headers, Duration delay) {
    Map<String, String> properties = new TreeMap<>();
    for (NativeHeader header : headers) {
      if (header.value() instanceof String text
          && !PulsarBinding.BINDING.contractNames().contains(header.name())) {
        properties.put(header.name(), text);
      }
    }
    if (envelope != null) {
      ContractHeaders.project(envelope, attempts, properties::put);
    }
    if (isDelay(delay)) {
      properties.put(ContractHeaders.DELAY, Long.toString(delay.toMillis()));
    }
    return properties;
  }

  /**
   * Gives a message its key: as text where the bytes are text, which is what every SDK shows, else
   * as bytes, which SDKs show in Base64. An empty key is a key.
   *
   * @param key null for a message without one
   */
  public static void key(TypedMessageBuilder<byte[]> message, byte[] key) {
    if (key == null) {
      return;
    }
    String text = HeaderText.of(key);
    if (text == null) {
      message.keyBytes(key);
    } else {
      message.key(text);
    }
  }

  /**
   * Delays a message; one of 0 or less is none (DLY-1). Only shared and key-shared subscriptions
   * wait for it.
   *
   * @param delay null for no delay
   */
  public static void delay(TypedMessageBuilder<byte[]> message, Duration delay) {
    if (isDelay(delay)) {
      message.deliverAfter(delay.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Whether a message is to wait at all. */
  public static boolean isDelay(Duration delay) {
    return delay != null && !delay.isZero() && !delay.isNegative();
  }
}
