package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores are read, and one that cannot be names its key and not its password. */
class TlsSettingsTest {
  private static final TlsSettings TLS = new TlsSettings("rabbitmq.");

  @TempDir Path folder;

  @Test
  void isOffByDefaultAndVerifiesHostnames() {
    AbstractConfig config = config();

    assertThat(TLS.enabled(config)).isFalse();
    assertThat(TLS.verifiesHostname(config)).isTrue();
  }

  @Test
  void trustsTheJdksAuthoritiesWithoutAStore() {
    assertThat(TLS.context(config()).getProtocol()).isEqualTo("TLS");
  }

  @Test
  void readsAStore() throws Exception {
    Path store = folder.resolve("trust.p12");
    KeyStore empty = KeyStore.getInstance("PKCS12");
    empty.load(null, null);
    try (OutputStream out = Files.newOutputStream(store)) {
      empty.store(out, "changeit".toCharArray());
    }

    assertThat(
            TLS.context(
                config(
                    "rabbitmq.ssl.truststore.location",
                    store.toString(),
                    "rabbitmq.ssl.truststore.password",
                    "changeit",
                    "rabbitmq.ssl.keystore.location",
                    store.toString(),
                    "rabbitmq.ssl.keystore.password",
                    "changeit")))
        .isNotNull();
  }

  @Test
  void aStoreThatCannotBeReadNamesItsKey() throws Exception {
    Path store = Files.writeString(folder.resolve("trust.p12"), "no store");

    assertThatThrownBy(
            () ->
                TLS.context(
                    config(
                        "rabbitmq.ssl.truststore.location",
                        store.toString(),
                        "rabbitmq.ssl.truststore.password",
                        "canary-secret")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("rabbitmq.ssl.truststore.location")
        .hasMessageNotContaining("canary-secret");
  }

  private static AbstractConfig config(String... pairs) {
    ConfigDef definition = new ConfigDef();
    TLS.define(definition);
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return new AbstractConfig(definition, props, false);
  }
}
