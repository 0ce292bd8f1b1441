package com.babelqueue.connect.broker.servicebus;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * A Service Bus connection string, read as far as settings are checked by it. Its errors never
 * repeat any of it, since it holds a key.
 */
final class ConnectionString {
  private static final String ENDPOINT = "endpoint";
  private static final String ENTITY_PATH = "entitypath";
  private static final String KEY_NAME = "sharedaccesskeyname";
  private static final String KEY = "sharedaccesskey";
  private static final String SIGNATURE = "sharedaccesssignature";

  private final String text;
  private final Map<String, String> parts;

  private ConnectionString(String text, Map<String, String> parts) {
    this.text = text;
    this.parts = parts;
  }

  /**
   * @param setting the key to blame
   * @throws ConfigException when it is not of the form that the portal shows
   */
  static ConnectionString parse(String setting, Password password) {
    String text = password.value().strip();
    Map<String, String> parts = new TreeMap<>();
    for (String pair : text.split(";", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        parts.put(
            pair.substring(0, equals).strip().toLowerCase(Locale.ROOT),
            pair.substring(equals + 1).strip());
      } else if (!pair.isBlank()) {
        throw malformed(setting, "a part of it is not of the form NAME=VALUE");
      }
    }
    checkEndpoint(setting, parts.get(ENDPOINT));
    boolean keyed = isGiven(parts, KEY_NAME) && isGiven(parts, KEY);
    if (!keyed && !isGiven(parts, SIGNATURE)) {
      throw malformed(setting, "SharedAccessKeyName and SharedAccessKey are missing");
    }
    return new ConnectionString(text, parts);
  }

  private static void checkEndpoint(String setting, String endpoint) {
    try {
      if (endpoint == null || new URI(endpoint).getHost() == null) {
        throw malformed(setting, "Endpoint=sb://HOST/ is missing");
      }
    } catch (URISyntaxException e) {
      throw malformed(setting, "its Endpoint is not an address");
    }
  }

  private static boolean isGiven(Map<String, String> parts, String name) {
    return parts.get(name) != null && !parts.get(name).isEmpty();
  }

  private static ConfigException malformed(String setting, String reason) {
    return new ConfigException(
        setting
            + ": "
            + reason
            + "; a connection string looks like"
            + " Endpoint=sb://NAMESPACE.servicebus.windows.net/;SharedAccessKeyName=NAME;SharedAccessKey=KEY");
  }

  /** The one entity that its key is good for; empty where it is good for the whole namespace. */
  Optional<String> entityPath() {
    return Optional.ofNullable(parts.get(ENTITY_PATH)).filter(path -> !path.isEmpty());
  }

  /** What the SDK is given. */
  String text() {
    return text;
  }

  /** Checks the setting. */
  static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String name, Object value) {
      if (value instanceof Password password) {
        parse(name, password);
      }
    }

    @Override
    public String toString() {
      return "a Service Bus connection string";
    }
  }
}
