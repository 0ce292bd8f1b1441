package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.NativeText;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.HeaderText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * Picks the record headers that travel beside the envelope: none of Kafka's contract names, none
 * blank, the last of a repeated name, sorted (HDR-1 to HDR-6, KFK-5). Immutable.
 */
final class CarriedHeaders {
  /** What Kafka's binding owns; delays and tiers are not forwarded (HDR-3, CON-5). */
  private static final Set<String> OWNED = owned();

  private final HeaderFilter filter;

  CarriedHeaders(SinkConfig config) {
    this.filter =
        new HeaderFilter(
            config.getList(SinkConfig.HEADERS_INCLUDE), config.getList(SinkConfig.HEADERS_EXCLUDE));
  }

  private static Set<String> owned() {
    Set<String> names = new HashSet<>(ContractHeaders.PROJECTED);
    names.add(ContractHeaders.DELAY);
    names.add(ContractHeaders.ORIGINAL_TOPIC);
    return Set.copyOf(names);
  }

  /** Whether a name is one that Kafka's binding owns. */
  static boolean isOfContract(String name) {
    return OWNED.contains(name);
  }

  List<NativeHeader> of(Headers headers) {
    if (headers.isEmpty()) {
      return List.of();
    }
    Map<String, Object> carried = new TreeMap<>();
    for (Header header : headers) {
      String name = header.key();
      if (!OWNED.contains(name) && !AsciiWhitespace.isBlank(name) && filter.carries(name)) {
        carried.put(name, textOrBytes(header.value()));
      }
    }
    List<NativeHeader> usable = new ArrayList<>(carried.size());
    carried.forEach(
        (name, value) -> {
          if (value instanceof byte[] || !AsciiWhitespace.isBlank((String) value)) {
            usable.add(new NativeHeader(name, value));
          }
        });
    return usable;
  }

  /** The text of a value, or its bytes where they are no text; null for null. */
  static Object textOrBytes(Object value) {
    String text = HeaderText.of(value);
    if (text != null || value == null || value instanceof byte[]) {
      return text == null ? value : text;
    }
    if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }
    return NativeText.of(value instanceof Date date ? date.toInstant() : value);
  }
}
