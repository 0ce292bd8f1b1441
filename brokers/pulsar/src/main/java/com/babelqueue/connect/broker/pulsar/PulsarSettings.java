package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.ConfigSection;
import com.babelqueue.connect.broker.TlsSettings;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.pulsar.client.api.Authentication;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.ClientBuilder;
import org.apache.pulsar.client.api.PulsarClient;
import org.apache.pulsar.client.api.PulsarClientException.UnsupportedAuthenticationException;

/**
 * How to reach a Pulsar cluster: the settings that a source and a sink share.
 *
 * <p>Immutable; for any thread.
 */
public final class PulsarSettings {
  /** Where the cluster is. */
  public static final String SERVICE_URL = "pulsar.service.url";

  /** A token to log in with. */
  public static final String AUTH_TOKEN = "pulsar.auth.token";

  /** The class of another way to log in. */
  public static final String AUTH_PLUGIN = "pulsar.auth.plugin";

  /** The parameters of {@link #AUTH_PLUGIN}; a password, since they may hold one. */
  public static final String AUTH_PARAMS = "pulsar.auth.params";

  /** The shared TLS keys under this broker's prefix. */
  public static final TlsSettings TLS = new TlsSettings("pulsar.");

  private static final String TRUST_STORE = "pulsar.ssl.truststore.location";
  private static final String TRUST_STORE_PASSWORD = "pulsar.ssl.truststore.password";
  private static final String KEY_STORE = "pulsar.ssl.keystore.location";
  private static final String KEY_STORE_PASSWORD = "pulsar.ssl.keystore.password";

  /** Settings of the client's own with which it trusts, or connects, in another way. */
  private static final Set<String> OWN_TRUST =
      Set.of("tlsTrustCertsFilePath", "tlsAllowInsecureConnection", "proxyServiceUrl");

  /** Below the bound of a validation; the client's own 30 s would hold up a task for as long. */
  private static final int OPERATION_TIMEOUT_MS = 4_000;

  private static final int CONNECTION_TIMEOUT_MS = 3_000;

  private final AbstractConfig config;

  /**
   * @param config parsed with a definition that {@link #define} added the keys to
   */
  public PulsarSettings(AbstractConfig config) {
    this.config = config;
  }

  /** Adds the connection's keys to a definition. */
  public static void define(ConfigDef def) {
    new ConfigSection(def, "Pulsar connection")
        .key(
            SERVICE_URL,
            Type.STRING,
            ConfigDef.NO_DEFAULT_VALUE,
            new ServiceUrl(),
            Importance.HIGH,
            "Service URL",
            "Where the cluster is, such as pulsar://host:6650 or, with TLS, pulsar+ssl://host:6651; several hosts "
                + "are separated by commas. Settings of the client itself pass under "
                + PassThrough.CLIENT.prefix()
                + ".")
        .key(
            AUTH_TOKEN,
            Type.PASSWORD,
            null,
            null,
            Importance.HIGH,
            "Token",
            "A JSON web token to log in with. Either this or "
                + AUTH_PLUGIN
                + "; without both nobody logs in.")
        .key(
            AUTH_PLUGIN,
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Authentication plugin",
            "The class of another way to log in, such as "
                + "org.apache.pulsar.client.impl.auth.oauth2.AuthenticationOAuth2.")
        .key(
            AUTH_PARAMS,
            Type.PASSWORD,
            null,
            null,
            Importance.MEDIUM,
            "Authentication parameters",
            "The parameters of the authentication plugin, in the form that it reads. Hidden in logs and over REST, "
                + "since they may hold secrets.");
    TLS.define(def);
  }

  /**
   * Reports what single-key validators cannot see.
   *
   * @param problems takes the key at fault and a message
   */
  public void check(BiConsumer<String, String> problems) {
    boolean plugged = config.getString(AUTH_PLUGIN) != null;
    if (plugged && config.getPassword(AUTH_TOKEN) != null) {
      problems.accept(
          AUTH_PLUGIN, "Only one of " + AUTH_TOKEN + " and " + AUTH_PLUGIN + " may be set");
    }
    if (!plugged && config.getPassword(AUTH_PARAMS) != null) {
      problems.accept(AUTH_PARAMS, AUTH_PARAMS + " means nothing without " + AUTH_PLUGIN);
    }
    if (plugged) {
      try {
        authentication();
      } catch (ConfigException e) {
        problems.accept(AUTH_PLUGIN, e.getMessage());
      }
    }
    if (TLS.enabled(config) && !usesTls()) {
      problems.accept(
          SERVICE_URL,
          TLS.enabledKey() + " asks for TLS, so the URL must begin with pulsar+ssl://");
    }
    if (usesTls()) {
      try {
        TLS.context(config);
      } catch (ConfigException e) {
        problems.accept(TLS.trustStoreKey(), e.getMessage());
      }
    }
    PassThrough.CLIENT.check(config, passed -> PulsarClient.builder().loadConf(passed), problems);
  }

  /** The key of the credential in use, to blame when the cluster refuses it. */
  String credentialKey() {
    return config.getString(AUTH_PLUGIN) == null ? AUTH_TOKEN : AUTH_PARAMS;
  }

  private boolean usesTls() {
    return ServiceUrl.usesTls(config.getString(SERVICE_URL));
  }

  /**
   * Looks whether the cluster's certificate is one that these settings trust.
   *
   * @throws BrokerException naming the setting at fault when it is not
   * @throws ConfigException naming the store that cannot be read
   */
  void checkCertificate() throws BrokerException {
    if (usesTls()
        && PassThrough.CLIENT.of(config).keySet().stream().noneMatch(OWN_TRUST::contains)) {
      new CertificateCheck(TLS.context(config).getSocketFactory(), TLS.verifiesHostname(config))
          .run(config.getString(SERVICE_URL).strip());
    }
  }

  /**
   * A builder with everything these settings say.
   *
   * @throws ConfigException naming the key that the client refuses
   */
  ClientBuilder builder() {
    ClientBuilder builder =
        PulsarClient.builder()
            .operationTimeout(OPERATION_TIMEOUT_MS, TimeUnit.MILLISECONDS)
            .lookupTimeout(OPERATION_TIMEOUT_MS, TimeUnit.MILLISECONDS)
            .connectionTimeout(CONNECTION_TIMEOUT_MS, TimeUnit.MILLISECONDS)
            .ioThreads(1)
            .listenerThreads(1)
            // The runtime has metrics of its own; the client's would be log lines. It bounds bytes
            // in flight too, so that a limit of the client's could only make sends fail.
            .loadConf(Map.of("statsIntervalSeconds", 0, "memoryLimitBytes", 0))
            .loadConf(PassThrough.CLIENT.of(config))
            .serviceUrl(config.getString(SERVICE_URL).strip());
    Authentication authentication = authentication();
    if (authentication != null) {
      builder.authentication(authentication);
    }
    if (usesTls()) {
      applyTls(builder);
    }
    return builder;
  }

  private void applyTls(ClientBuilder builder) {
    builder.enableTlsHostnameVerification(TLS.verifiesHostname(config));
    String trustStore = config.getString(TRUST_STORE);
    String keyStore = config.getString(KEY_STORE);
    builder.useKeyStoreTls(trustStore != null || keyStore != null);
    if (trustStore != null) {
      builder
          .tlsTrustStoreType(type(trustStore))
          .tlsTrustStorePath(trustStore)
          .tlsTrustStorePassword(text(TRUST_STORE_PASSWORD));
    }
    if (keyStore != null) {
      builder
          .tlsKeyStoreType(type(keyStore))
          .tlsKeyStorePath(keyStore)
          .tlsKeyStorePassword(text(KEY_STORE_PASSWORD));
    }
  }

  private static String type(String store) {
    return store.toLowerCase(Locale.ROOT).endsWith(".jks") ? "JKS" : "PKCS12";
  }

  private String text(String key) {
    Password password = config.getPassword(key);
    return password == null ? null : password.value();
  }

  /** Null when nobody logs in. */
  private Authentication authentication() {
    if (config.getPassword(AUTH_TOKEN) != null) {
      return AuthenticationFactory.token(text(AUTH_TOKEN));
    }
    String plugin = config.getString(AUTH_PLUGIN);
    if (plugin == null) {
      return null;
    }
    try {
      String params = text(AUTH_PARAMS);
      return AuthenticationFactory.create(plugin, params == null ? "" : params);
    } catch (UnsupportedAuthenticationException | RuntimeException e) {
      // The client's own text may quote the parameters.
      throw new ConfigException(
          AUTH_PLUGIN + ": the class or its parameters are refused (" + rootName(e) + ")");
    }
  }

  private static String rootName(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getClass().getSimpleName();
  }
}
