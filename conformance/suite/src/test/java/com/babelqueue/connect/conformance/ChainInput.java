package com.babelqueue.connect.conformance;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record that goes into a chain of transforms.
 *
 * @param topic where it lies, or as what a source makes it
 * @param value the UTF-8 bytes as text
 * @param headers text, given to Connect as bytes, in their order
 */
record ChainInput(String topic, String value, Map<String, String> headers) {
  ChainInput(String topic, String value) {
    this(topic, value, Map.of());
  }

  ChainInput with(String header, String text) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, text);
    return new ChainInput(topic, value, more);
  }
}
