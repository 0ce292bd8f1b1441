package com.babelqueue.connect.broker.pulsar;

import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Says what a service URL must look like: a scheme that the client knows and one or more hosts, and
 * no user, since Pulsar's addresses hold none and this setting is shown in the clear.
 */
final class ServiceUrl implements ConfigDef.Validator {
  private static final Set<String> SCHEMES = Set.of("pulsar", "pulsar+ssl", "http", "https");
  private static final Set<String> TLS_SCHEMES = Set.of("pulsar+ssl", "https");

  @Override
  public void ensureValid(String setting, Object value) {
    // Null is a missing value, which the definition reports itself.
    if (value == null) {
      return;
    }
    String text = value.toString().strip();
    int end = text.indexOf("://");
    if (end < 0 || !SCHEMES.contains(scheme(text)) || text.length() == end + 3) {
      throw new ConfigException(setting + " must look like pulsar://host:6650[,host:6650]");
    }
    if (text.indexOf('@') >= 0) {
      throw new ConfigException(
          setting
              + " must not name a user; use "
              + PulsarSettings.AUTH_TOKEN
              + " or its neighbours");
    }
  }

  /** Whether connections to a valid URL are encrypted. */
  static boolean usesTls(String url) {
    return TLS_SCHEMES.contains(scheme(url.strip()));
  }

  private static String scheme(String url) {
    return url.substring(0, Math.max(0, url.indexOf("://"))).toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return "pulsar://, pulsar+ssl://, http:// or https:// and hosts";
  }
}
