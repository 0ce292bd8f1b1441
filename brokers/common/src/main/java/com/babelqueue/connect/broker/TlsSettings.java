package com.babelqueue.connect.broker;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;

/**
 * The TLS settings that look the same for every broker whose client takes an {@link SSLContext}.
 *
 * <p>Key names follow Kafka's ({@code ssl.truststore.location} and so on) behind the broker's
 * prefix. Without a trust store the JDK's own authorities are trusted.
 */
public final class TlsSettings {
  private final String prefix;

  /**
   * @param prefix the broker's prefix with its dot, such as {@code rabbitmq.}
   */
  public TlsSettings(String prefix) {
    this.prefix = prefix;
  }

  /** The key that switches TLS on. */
  public String enabledKey() {
    return prefix + "ssl.enabled";
  }

  /** The key that names the trust store. */
  public String trustStoreKey() {
    return prefix + "ssl.truststore.location";
  }

  private String keyStoreKey() {
    return prefix + "ssl.keystore.location";
  }

  private String verifyKey() {
    return prefix + "ssl.verify.hostname";
  }

  /** Adds the keys to a definition. */
  public void define(ConfigDef def) {
    new ConfigSection(def, "TLS")
        .key(
            enabledKey(),
            Type.BOOLEAN,
            false,
            null,
            Importance.MEDIUM,
            "Use TLS",
            "Whether the connection to the broker is encrypted.")
        .key(
            verifyKey(),
            Type.BOOLEAN,
            true,
            null,
            Importance.LOW,
            "Verify host name",
            "Whether the broker's certificate must carry the host name that was connected to.")
        .key(
            trustStoreKey(),
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Trust store",
            "A PKCS12 or JKS file with the authorities to trust. Without one the JDK's are trusted.")
        .key(
            prefix + "ssl.truststore.password",
            Type.PASSWORD,
            null,
            null,
            Importance.MEDIUM,
            "Trust store password",
            "The password of the trust store.")
        .key(
            keyStoreKey(),
            Type.STRING,
            null,
            null,
            Importance.LOW,
            "Key store",
            "A PKCS12 or JKS file with this client's own certificate, where the broker asks for one.")
        .key(
            prefix + "ssl.keystore.password",
            Type.PASSWORD,
            null,
            null,
            Importance.LOW,
            "Key store password",
            "The password of the key store and of the key in it.");
  }

  /** Whether TLS is on. */
  public boolean enabled(AbstractConfig config) {
    return config.getBoolean(enabledKey());
  }

  /** Whether the broker's host name is verified. */
  public boolean verifiesHostname(AbstractConfig config) {
    return config.getBoolean(verifyKey());
  }

  /**
   * Builds the context from the stores.
   *
   * @throws ConfigException naming the store's key when it cannot be read
   */
  public SSLContext context(AbstractConfig config) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(config), trustManagers(config), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new ConfigException(enabledKey() + ": TLS cannot be set up: " + e.getMessage());
    }
  }

  private TrustManager[] trustManagers(AbstractConfig config) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    String location = config.getString(trustStoreKey());
    factory.init(
        location == null
            ? null
            : load(
                trustStoreKey(), location, config.getPassword(prefix + "ssl.truststore.password")));
    return factory.getTrustManagers();
  }

  private KeyManager[] keyManagers(AbstractConfig config) throws GeneralSecurityException {
    String location = config.getString(keyStoreKey());
    if (location == null) {
      return new KeyManager[0];
    }
    Password password = config.getPassword(prefix + "ssl.keystore.password");
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(load(keyStoreKey(), location, password), chars(password));
    return factory.getKeyManagers();
  }

  private static KeyStore load(String setting, String location, Password password) {
    String type = location.toLowerCase(Locale.ROOT).endsWith(".jks") ? "JKS" : "PKCS12";
    try (InputStream in = Files.newInputStream(Path.of(location))) {
      KeyStore store = KeyStore.getInstance(type);
      store.load(in, chars(password));
      return store;
    } catch (IOException | GeneralSecurityException e) {
      // The cause's own text may quote the path only; the password is in neither.
      throw new ConfigException(
          setting
              + ": the "
              + type
              + " store cannot be read ("
              + e.getClass().getSimpleName()
              + ")");
    }
  }

  private static char[] chars(Password password) {
    return password == null ? null : password.value().toCharArray();
  }
}
