package com.babelqueue.connect.source.pulsar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.BrokerChoice;
import com.babelqueue.connect.harness.ConfigErrors;
import com.babelqueue.connect.harness.ConnectWorker;
import com.babelqueue.connect.harness.KafkaServer;
import com.babelqueue.connect.harness.LogCapture;
import com.babelqueue.connect.harness.PluginJar;
import com.babelqueue.connect.harness.TopicReader;
import com.babelqueue.connect.harness.WorkerSettings;
import com.babelqueue.connect.pulsarbroker.PulsarBroker;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.pulsar.client.api.AuthenticationFactory;
import org.apache.pulsar.client.api.Producer;
import org.apache.pulsar.client.api.PulsarClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that asks for tokens and listens with TLS too. */
class PulsarSourceSecurityIT {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String STORE_PASSWORD = "changeit";
  private static final String REFUSED = "CANARY.TOKEN.REFUSED";

  private static PulsarBroker broker;
  private static KafkaServer kafka;
  private static ConnectWorker worker;

  @TempDir private Path files;

  @BeforeAll
  static void start() {
    broker = PulsarBroker.startSecured();
    BrokerChoice.announce("pulsar", broker.describe());
    kafka = KafkaServer.start();
    worker = ConnectWorker.start(withProvider(WorkerSettings.of(kafka)));
  }

  @AfterAll
  static void stop() {
    worker.close();
    kafka.close();
    broker.close();
  }

  /**
   * The tokens come through a config provider, since what is posted in the clear passes the
   * worker's own HTTP server and its log.
   */
  @Test
  void aTokenLetsInAndIsInNoLogLine() throws Exception {
    String signature = broker.token().substring(broker.token().lastIndexOf('.') + 1);
    Files.writeString(files.resolve("refused"), REFUSED);
    send("secrets");
    try (LogCapture log = LogCapture.of(signature, "CANARY")) {
      Map<String, String> settings = settings("secrets");

      settings.put("pulsar.auth.token", fromFile("refused"));
      List<ConfigErrors> errors = validate(settings);
      assertThat(errors)
          .singleElement()
          .extracting(ConfigErrors::key)
          .isEqualTo("pulsar.auth.token");
      assertThat(errors.get(0).errors()).noneMatch(message -> message.contains("CANARY"));

      settings.put("pulsar.auth.token", fromFile("token"));
      assertThat(validate(settings)).isEmpty();
      run("secrets", settings);

      assertThat(log.events()).isPositive();
      assertThat(log.lines()).isEmpty();
    }
  }

  @Test
  void messagesComeOverTls() throws Exception {
    send("tls");
    Map<String, String> settings = tlsSettings("tls");

    assertThat(validate(settings)).isEmpty();
    run("tls", settings);
  }

  @Test
  void aCertificateNobodyTrustsIsRefused() throws Exception {
    send("untrusted");
    Map<String, String> settings = tlsSettings("untrusted");
    settings.keySet().removeIf(key -> key.startsWith("pulsar.ssl."));

    assertThat(validate(settings))
        .singleElement()
        .extracting(ConfigErrors::key)
        .isEqualTo("pulsar.ssl.truststore.location");
  }

  @Test
  void aTaskThatMeetsACertificateNobodyTrustsFailsAndNamesTheKey() throws Exception {
    Map<String, String> settings = tlsSettings("untrusted-task");
    settings.keySet().removeIf(key -> key.startsWith("pulsar.ssl."));
    settings.put("validate.connection", "false");
    worker.rest().put("untrusted-task", settings);

    assertThat(worker.rest().awaitTaskFailed("untrusted-task", LIMIT))
        .contains("pulsar.ssl.truststore.location");
    worker.rest().delete("untrusted-task");
  }

  @Test
  void aCertificateOfAnotherHostIsRefusedUnlessHostNamesAreNotVerified() throws Exception {
    send("other-host");
    Map<String, String> settings = tlsSettings("other-host");
    settings.computeIfPresent(
        "pulsar.service.url", (key, url) -> url.replace("localhost", "127.0.0.1"));

    assertThat(validate(settings))
        .singleElement()
        .extracting(ConfigErrors::key)
        .isEqualTo("pulsar.ssl.truststore.location");
    settings.put("pulsar.ssl.verify.hostname", "false");
    assertThat(validate(settings)).isEmpty();
  }

  @Test
  void aPemFileOfAuthoritiesPassesToTheClient() throws Exception {
    send("pem");
    Map<String, String> settings = tlsSettings("pem");
    settings.keySet().removeIf(key -> key.startsWith("pulsar.ssl."));
    settings.put("pulsar.client.tlsTrustCertsFilePath", broker.certificate().toString());

    assertThat(validate(settings)).isEmpty();
  }

  private static List<ConfigErrors> validate(Map<String, String> settings) {
    return worker.rest().validate(PulsarPeer.CONNECTOR, settings);
  }

  /** What is sent is no envelope, so it is the dead-letter topic that gets it. */
  private static void run(String name, Map<String, String> settings) {
    kafka.createTopic(name + ".dlq", 1, Map.of());
    worker.rest().put(name, settings);
    try (TopicReader reader = kafka.reader(name + ".dlq")) {
      assertThat(reader.read(1, LIMIT)).hasSize(1);
    }
    worker.rest().delete(name);
  }

  private static void send(String topic) throws IOException {
    try (PulsarClient client =
            PulsarClient.builder()
                .serviceUrl(broker.serviceUrl().toString())
                .authentication(AuthenticationFactory.token(broker.token()))
                .build();
        Producer<byte[]> producer = client.newProducer().topic(topic).create()) {
      producer.send("not json".getBytes(UTF_8));
    }
  }

  private Map<String, String> settings(String topic) throws IOException {
    Files.writeString(files.resolve("token"), broker.token());
    Map<String, String> settings = PulsarBridge.example();
    settings.put("name", topic);
    settings.put("pulsar.service.url", broker.serviceUrl().toString());
    settings.put("pulsar.topics", topic);
    settings.put("kafka.topic", topic);
    settings.put("pulsar.auth.token", fromFile("token"));
    return settings;
  }

  private Map<String, String> tlsSettings(String topic)
      throws IOException, GeneralSecurityException {
    Map<String, String> settings = settings(topic);
    settings.put("pulsar.service.url", broker.tlsServiceUrl().toString());
    settings.put("pulsar.ssl.truststore.location", trustStore().toString());
    settings.put("pulsar.ssl.truststore.password", STORE_PASSWORD);
    return settings;
  }

  private Path trustStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(broker.certificate())) {
      store.setCertificateEntry(
          "broker", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    Path file = files.resolve("trust.p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, STORE_PASSWORD.toCharArray());
    }
    return file;
  }

  private static WorkerSettings withProvider(WorkerSettings settings) {
    return settings
        .withPlugin(PluginJar.underTest())
        .withProperty("config.providers", "dir")
        .withProperty(
            "config.providers.dir.class",
            "org.apache.kafka.common.config.provider.DirectoryConfigProvider");
  }

  private String fromFile(String name) {
    return "${dir:" + files + ":" + name + "}";
  }
}
