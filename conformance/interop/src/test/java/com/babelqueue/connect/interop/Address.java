package com.babelqueue.connect.interop;

import java.util.Map;

/**
 * Where an SDK finds a broker.
 *
 * @param url as the SDK writes it
 * @param environment variables for what its URL cannot carry, such as credentials
 */
record Address(String url, Map<String, String> environment) {
  static Address of(String url) {
    return new Address(url, Map.of());
  }
}
