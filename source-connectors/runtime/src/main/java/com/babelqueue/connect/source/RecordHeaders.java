package com.babelqueue.connect.source;

import com.babelqueue.connect.broker.BrokerBinding;
import com.babelqueue.connect.broker.DeadLetterHeaders;
import com.babelqueue.connect.broker.HeaderFilter;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.connect.header.ConnectHeaders;

/**
 * Builds a record's headers: the six of the contract, then the native ones that may travel, sorted
 * by name (contract 3.6, HDR-1 to HDR-6). Used by the engine's thread alone.
 */
final class RecordHeaders {
  private static final Comparator<NativeHeader> BY_NAME = Comparator.comparing(NativeHeader::name);

  private final HeaderFormat format;
  private final HeaderFilter filter;
  private final boolean metadata;
  private final String broker;

  /** Names that the source's or Kafka's own projection owns (HDR-3, HDR-6). */
  private final Set<String> owned;

  RecordHeaders(SourceConfig config, BrokerBinding binding) {
    this.format = config.headerFormat();
    this.filter =
        new HeaderFilter(
            config.getList(SourceConfig.HEADERS_INCLUDE),
            config.getList(SourceConfig.HEADERS_EXCLUDE));
    this.metadata = config.getBoolean(SourceConfig.HEADERS_METADATA);
    this.broker = binding.broker();
    this.owned = new HashSet<>(binding.contractNames());
    owned.addAll(ContractHeaders.PROJECTED);
    owned.add(ContractHeaders.DELAY);
    owned.add(ContractHeaders.ORIGINAL_TOPIC);
  }

  /** The headers of an accepted message. */
  ConnectHeaders of(Delivery delivery, Envelope envelope, int attempts) {
    ConnectHeaders headers = new ConnectHeaders();
    ContractHeaders.project(envelope, attempts, (name, text) -> add(headers, name, text));
    outOfBand(headers, delivery);
    return headers;
  }

  /** The headers of a message that is bridged without being an envelope (PRJ-3). */
  ConnectHeaders ofRaw(Delivery delivery) {
    ConnectHeaders headers = new ConnectHeaders();
    outOfBand(headers, delivery);
    return headers;
  }

  /** Every native header as it came, then why the message is here. */
  ConnectHeaders ofDeadLetter(Delivery delivery, Poison poison) {
    ConnectHeaders headers = new ConnectHeaders();
    for (NativeHeader header : delivery.headers()) {
      add(headers, header.name(), header.value());
    }
    add(headers, DeadLetterHeaders.REASON, poison.code());
    add(headers, DeadLetterHeaders.DETAIL, poison.detail());
    add(headers, DeadLetterHeaders.ORIGIN, broker + ":" + delivery.queue());
    if (delivery.messageId() != null) {
      add(headers, DeadLetterHeaders.MESSAGE_ID, delivery.messageId());
    }
    return headers;
  }

  private void outOfBand(ConnectHeaders headers, Delivery delivery) {
    List<NativeHeader> carried = new ArrayList<>(delivery.headers().size());
    for (NativeHeader header : delivery.headers()) {
      if (travels(header)) {
        carried.add(header);
      }
    }
    carried.sort(BY_NAME);
    for (NativeHeader header : carried) {
      add(headers, header.name(), header.value());
    }
    if (metadata) {
      for (NativeHeader header : delivery.metadata()) {
        add(headers, header.name(), header.value());
      }
    }
  }

  /** HDR-2: a blank name or value is no header. */
  private boolean travels(NativeHeader header) {
    return !AsciiWhitespace.isBlank(header.name())
        && header.value() != null
        && !(header.value() instanceof String text && AsciiWhitespace.isBlank(text))
        && !owned.contains(header.name())
        && filter.carries(header.name());
  }

  private void add(ConnectHeaders headers, String name, Object value) {
    headers.add(name, format.encode(value));
  }
}
