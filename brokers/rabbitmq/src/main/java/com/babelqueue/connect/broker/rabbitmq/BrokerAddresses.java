package com.babelqueue.connect.broker.rabbitmq;

import com.rabbitmq.client.Address;
import java.util.List;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** A list of {@code host} or {@code host:port}, an IPv6 address in brackets. Stateless. */
final class BrokerAddresses {
  private static final int MAX_PORT = 65_535;

  private BrokerAddresses() {}

  /**
   * Parses a list.
   *
   * @throws ConfigException naming the setting and the entry at fault
   */
  static List<Address> parse(String setting, List<?> entries) {
    return entries.stream().map(entry -> parseOne(setting, String.valueOf(entry))).toList();
  }

  private static Address parseOne(String setting, String entry) {
    // The client logs what it cannot parse, and what stands before an at sign may be a password.
    if (entry.contains("@") || entry.contains("/")) {
      throw new ConfigException(
          setting + " takes host:port only; an amqp:// address goes into " + RabbitMqSettings.URI);
    }
    Address address;
    try {
      address = Address.parseAddress(entry.strip());
    } catch (RuntimeException e) {
      throw new ConfigException(setting, entry, "must be host:port");
    }
    if (address.getHost().isBlank() || address.getPort() == 0 || address.getPort() > MAX_PORT) {
      throw new ConfigException(setting, entry, "must be host:port");
    }
    return address;
  }

  /** Checks the setting by itself. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof List<?> entries) {
        parse(name, entries);
      }
    }

    @Override
    public String toString() {
      return "a list of host:port";
    }
  }
}
