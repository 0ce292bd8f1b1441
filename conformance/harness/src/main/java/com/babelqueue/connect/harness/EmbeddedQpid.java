package com.babelqueue.connect.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.qpid.server.SystemLauncher;
import org.apache.qpid.server.configuration.CommonProperties;

/**
 * Qpid Broker-J inside this JVM, in memory: AMQP 0-9-1 where no rabbitmq-server is installed. It
 * has no quorum queues and no {@code x-dead-letter-exchange}, and refuses to run on Java 24 and
 * later.
 */
final class EmbeddedQpid implements RabbitMqBroker {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final int FIRST_JAVA_WITHOUT_SECURITY_MANAGER = 24;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TempDirectory directory;
  private final SystemLauncher launcher = new SystemLauncher();
  private final int port = FreePorts.next();
  private final Optional<TlsEndpoint> tls;

  private EmbeddedQpid(TempDirectory directory, boolean withTls) {
    this.directory = directory;
    ObjectNode configuration = configuration();
    if (withTls) {
      int tlsPort = FreePorts.next();
      TlsMaterial material = TlsMaterial.create(directory);
      addTlsPort(configuration, tlsPort, material);
      tls = Optional.of(material.endpoint(tlsPort));
    } else {
      tls = Optional.empty();
    }
    Map<String, Object> attributes = new HashMap<>();
    attributes.put("type", "Memory");
    attributes.put(
        "initialConfigurationLocation",
        directory.write("qpid.json", configuration.toString()).toUri().toString());
    attributes.put("startupLoggedToSystemOut", false);
    attributes.put("qpid.work_dir", directory.path().toString());
    try {
      launcher.startup(attributes);
      AmqpHandshake.awaitServer(host(), port, START_LIMIT);
    } catch (Exception e) {
      launcher.shutdown();
      throw new HarnessException("the embedded Qpid Broker-J did not start", e);
    }
  }

  static EmbeddedQpid start(boolean tls) {
    if (Runtime.version().feature() >= FIRST_JAVA_WITHOUT_SECURITY_MANAGER) {
      throw new HarnessException(
          "the embedded Qpid Broker-J does not run on Java "
              + Runtime.version().feature()
              + ": install rabbitmq-server or use Java 17");
    }
    TempDirectory directory = TempDirectory.create("qpid");
    try {
      return new EmbeddedQpid(directory, tls);
    } catch (RuntimeException | LinkageError e) {
      directory.close();
      throw e;
    }
  }

  private ObjectNode configuration() {
    ObjectNode root = JSON.createObjectNode().put("name", "broker").put("modelVersion", "9.1");
    ObjectNode provider =
        root.putArray("authenticationproviders")
            .addObject()
            .put("name", "plain")
            .put("type", "Plain");
    provider.putArray("secureOnlyMechanisms");
    provider
        .putArray("users")
        .addObject()
        .put("name", user())
        .put("password", password())
        .put("type", "managed");
    addPort(root.putArray("ports"), "AMQP", port);
    root.putArray("virtualhostnodes")
        .addObject()
        .put("name", "default")
        .put("type", "Memory")
        .put("defaultVirtualHostNode", "true")
        .put("virtualHostInitialConfiguration", "{\"type\":\"Memory\"}");
    return root;
  }

  private static ObjectNode addPort(ArrayNode ports, String name, int number) {
    ObjectNode added =
        ports
            .addObject()
            .put("name", name)
            .put("port", number)
            .put("bindingAddress", "127.0.0.1")
            .put("authenticationProvider", "plain");
    ArrayNode aliases = added.putArray("virtualhostaliases");
    for (String alias : new String[] {"nameAlias", "defaultAlias", "hostnameAlias"}) {
      aliases.addObject().put("name", alias).put("type", alias);
    }
    return added;
  }

  private static void addTlsPort(ObjectNode root, int number, TlsMaterial material) {
    root.putArray("keystores")
        .addObject()
        .put("name", "server")
        .put("type", "FileKeyStore")
        .put("keyStoreType", "PKCS12")
        .put("storeUrl", material.keyStore().toString())
        .put("password", material.password());
    addPort(root.withArray("ports"), "AMQPS", number)
        .put("keyStore", "server")
        .putArray("transports")
        .add("SSL");
  }

  @Override
  public String describe() {
    return "Qpid Broker-J " + CommonProperties.getReleaseVersion() + " (embedded)";
  }

  @Override
  public boolean isRabbitMq() {
    return false;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public Optional<TlsEndpoint> tls() {
    return tls;
  }

  @Override
  public void close() {
    try {
      launcher.shutdown();
    } finally {
      directory.close();
    }
  }
}
