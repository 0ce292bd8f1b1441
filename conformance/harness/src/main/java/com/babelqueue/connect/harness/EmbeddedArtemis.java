package com.babelqueue.connect.harness;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.TransportConfiguration;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.config.impl.SecurityConfiguration;
import org.apache.activemq.artemis.core.remoting.impl.netty.NettyAcceptorFactory;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.apache.activemq.artemis.core.security.Role;
import org.apache.activemq.artemis.core.server.Queue;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.apache.activemq.artemis.spi.core.security.ActiveMQJAASSecurityManager;
import org.apache.activemq.artemis.spi.core.security.jaas.InVMLoginModule;

/**
 * ActiveMQ Artemis inside this JVM, in memory, with log-in required. It delivers a message ten
 * times at most, and creates no queue by use, so that a missing one is noticed.
 */
final class EmbeddedArtemis implements ArtemisBroker {
  private static final long START_SECONDS = 30;
  private static final int MAX_DELIVERIES = 10;
  private static final String ALL = "#";

  private final TempDirectory directory;
  private final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
  private final int port = FreePorts.next();
  private final Optional<TlsEndpoint> tls;

  private EmbeddedArtemis(TempDirectory directory, boolean withTls) {
    this.directory = directory;
    Configuration configuration = configuration();
    configuration.addAcceptorConfiguration(acceptor("plain", port, Map.of()));
    if (withTls) {
      int tlsPort = FreePorts.next();
      TlsMaterial material = TlsMaterial.create(directory);
      configuration.addAcceptorConfiguration(acceptor("tls", tlsPort, tlsParameters(material)));
      tls = Optional.of(material.endpoint(tlsPort));
    } else {
      tls = Optional.empty();
    }
    try {
      broker.setConfiguration(configuration).setSecurityManager(security()).start();
      if (!broker.getActiveMQServer().waitForActivation(START_SECONDS, TimeUnit.SECONDS)) {
        throw new HarnessException("the embedded Artemis is not active");
      }
    } catch (Exception e) {
      stopQuietly();
      throw new HarnessException("the embedded Artemis did not start", e);
    }
  }

  static EmbeddedArtemis start(boolean tls) {
    TempDirectory directory = TempDirectory.create("artemis");
    try {
      return new EmbeddedArtemis(directory, tls);
    } catch (RuntimeException | LinkageError e) {
      directory.close();
      throw e;
    }
  }

  private Configuration configuration() {
    Configuration configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.setBrokerInstance(directory.path().toFile());
    configuration.addAddressSetting(
        ALL,
        new AddressSettings()
            .setAutoCreateQueues(false)
            .setAutoCreateAddresses(false)
            .setAutoDeleteQueues(false)
            .setAutoDeleteAddresses(false)
            .setDeadLetterAddress(SimpleString.of(DEAD_LETTER_QUEUE))
            .setMaxDeliveryAttempts(MAX_DELIVERIES)
            .setRedeliveryDelay(0));
    configuration.addQueueConfiguration(anycast(DEAD_LETTER_QUEUE));
    configuration.putSecurityRoles(ALL, Set.of(everything()));
    return configuration;
  }

  private static QueueConfiguration anycast(String name) {
    return QueueConfiguration.of(name).setRoutingType(RoutingType.ANYCAST);
  }

  private static TransportConfiguration acceptor(
      String name, int port, Map<String, Object> parameters) {
    Map<String, Object> all = new HashMap<>(parameters);
    all.put(TransportConstants.HOST_PROP_NAME, "127.0.0.1");
    all.put(TransportConstants.PORT_PROP_NAME, port);
    all.put(TransportConstants.PROTOCOLS_PROP_NAME, "AMQP");
    return new TransportConfiguration(NettyAcceptorFactory.class.getName(), all, name);
  }

  private static Map<String, Object> tlsParameters(TlsMaterial material) {
    return Map.of(
        TransportConstants.SSL_ENABLED_PROP_NAME,
        true,
        TransportConstants.KEYSTORE_PATH_PROP_NAME,
        material.keyStore().toString(),
        TransportConstants.KEYSTORE_TYPE_PROP_NAME,
        "PKCS12",
        TransportConstants.KEYSTORE_PASSWORD_PROP_NAME,
        material.password());
  }

  private ActiveMQJAASSecurityManager security() {
    SecurityConfiguration users = new SecurityConfiguration();
    users.addUser(user(), password());
    users.addRole(user(), "all");
    users.addUser(powerlessUser(), password());
    return new ActiveMQJAASSecurityManager(InVMLoginModule.class.getName(), users);
  }

  private static Role everything() {
    return new Role(
        "all", true, true, true, true, true, true, true, true, true, true, false, false);
  }

  @Override
  public String describe() {
    return "ActiveMQ Artemis "
        + broker.getActiveMQServer().getVersion().getFullVersion()
        + " (embedded)";
  }

  @Override
  public String host() {
    return "127.0.0.1";
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public String user() {
    return "bridge";
  }

  @Override
  public String powerlessUser() {
    return "onlooker";
  }

  @Override
  public String password() {
    return "bridge-secret";
  }

  @Override
  public Optional<TlsEndpoint> tls() {
    return tls;
  }

  @Override
  public void createQueue(String name) {
    try {
      broker.getActiveMQServer().createQueue(anycast(name).setAutoCreateAddress(true));
    } catch (Exception e) {
      throw new HarnessException("queue " + name + " was not created", e);
    }
  }

  @Override
  public void deleteQueue(String name) {
    try {
      broker.getActiveMQServer().destroyQueue(SimpleString.of(name), null, false, true);
    } catch (Exception e) {
      throw new HarnessException("queue " + name + " was not deleted", e);
    }
  }

  @Override
  public long unsettled(String queue) {
    return located(queue).getMessageCount();
  }

  @Override
  public long delivered(String queue) {
    return located(queue).getDeliveringCount();
  }

  @Override
  public int consumers(String queue) {
    return located(queue).getConsumerCount();
  }

  private Queue located(String name) {
    Queue queue = broker.getActiveMQServer().locateQueue(SimpleString.of(name));
    if (queue == null) {
      throw new HarnessException("there is no queue " + name);
    }
    return queue;
  }

  private void stopQuietly() {
    try {
      broker.stop();
    } catch (Exception e) {
      // What matters is why it did not start.
    }
  }

  @Override
  public void close() {
    try {
      broker.stop();
    } catch (Exception e) {
      throw new HarnessException("the embedded Artemis did not stop", e);
    } finally {
      directory.close();
    }
  }
}
