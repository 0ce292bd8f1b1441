package com.babelqueue.connect.pulsarbroker;

import io.netty.handler.ssl.util.SelfSignedCertificate;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.bookkeeper.conf.ServerConfiguration;
import org.apache.pulsar.broker.PulsarService;
import org.apache.pulsar.broker.ServiceConfiguration;
import org.apache.pulsar.broker.authentication.AuthenticationProviderToken;
import org.apache.pulsar.client.admin.PulsarAdmin;
import org.apache.pulsar.client.impl.auth.AuthenticationToken;
import org.apache.pulsar.common.policies.data.ClusterData;
import org.apache.pulsar.common.policies.data.TenantInfo;
import org.apache.pulsar.metadata.bookkeeper.BKCluster;

/**
 * One broker with one bookie and its metadata in memory, on loopback ports that it is given. Runs
 * until its standard input ends, so it cannot outlive the test that started it.
 *
 * <p>Arguments: the ports of broker, web service and bookie, then optionally the Base64 of a token
 * key and an administrator's token, which switch authentication on, and the port of a TLS listener,
 * whose certificate is put into the working directory.
 */
final class PulsarBrokerMain {
  /** Begins the line that tells the launcher that clients may come. */
  static final String READY = "PULSAR-BROKER-READY";

  /** The file, in the working directory, with the certificate of the TLS listener as PEM. */
  static final String CERTIFICATE = "certificate.pem";

  private static final String CLUSTER = "standalone";
  private static final String METADATA = "memory:babelqueue";
  private static final String LOOPBACK = "127.0.0.1";

  private PulsarBrokerMain() {}

  /** Starts, says so, and waits for the end of standard input. */
  public static void main(String[] args) throws Exception {
    bookie(Integer.parseInt(args[2]));
    ServiceConfiguration broker = broker(Integer.parseInt(args[0]), Integer.parseInt(args[1]));
    if (args.length > 3) {
      authenticate(broker, args[3], args[4]);
      listenWithTls(broker, Integer.parseInt(args[5]));
    }
    PulsarService service = new PulsarService(broker);
    service.start();
    createDefaultNamespace(service);
    System.out.println(READY);
    System.out.flush();
    System.in.transferTo(OutputStream.nullOutputStream());
    // Nothing here is worth an orderly end: metadata and messages go with the process.
    Runtime.getRuntime().halt(0);
  }

  private static void bookie(int port) throws Exception {
    ServerConfiguration bookie = new ServerConfiguration();
    bookie.setListeningInterface(null);
    bookie.setAllowLoopback(true);
    bookie.setAdvertisedAddress(LOOPBACK);
    bookie.setProperty("dbStorage_writeCacheMaxSizeMb", 16);
    bookie.setProperty("dbStorage_readAheadCacheMaxSizeMb", 8);
    bookie.setProperty("dbStorage_rocksDB_blockCacheSize", 8L << 20);
    // The default of 512 bytes makes hundreds of reads of one entry of a deep topic.
    bookie.setReadBufferBytes(64 << 10);
    bookie.setJournalSyncData(false);
    bookie.setMaxJournalSizeMB(16);
    bookie.setEntryLogFilePreAllocationEnabled(false);
    // A machine whose disk is fuller than the defaults allow can run tests all the same.
    bookie.setDiskUsageThreshold(0.99f);
    bookie.setDiskUsageWarnThreshold(0.98f);
    BKCluster.builder()
        .baseServerConfiguration(bookie)
        .metadataServiceUri(METADATA)
        .bkPort(port)
        .numBookies(1)
        .dataDir("data/bk")
        .clearOldData(true)
        .build();
  }

  private static ServiceConfiguration broker(int port, int webPort) {
    ServiceConfiguration broker = new ServiceConfiguration();
    broker.setClusterName(CLUSTER);
    broker.setBrokerServicePort(Optional.of(port));
    broker.setWebServicePort(Optional.of(webPort));
    broker.setBindAddress(LOOPBACK);
    broker.setAdvertisedAddress(LOOPBACK);
    // Lookups then answer with the address the client came through, so a test's proxy stays
    // between.
    broker.setRunningStandalone(true);
    broker.setMetadataStoreUrl(METADATA);
    broker.setConfigurationMetadataStoreUrl(METADATA);
    broker.setBookkeeperMetadataServiceUri("metadata-store:" + METADATA);
    broker.setBookkeeperNumberOfChannelsPerBookie(1);
    broker.setBookkeeperUseV2WireProtocol(false);
    broker.setManagedLedgerDefaultEnsembleSize(1);
    broker.setManagedLedgerDefaultWriteQuorum(1);
    broker.setManagedLedgerDefaultAckQuorum(1);
    broker.setManagedLedgerCacheSizeMB(16);
    broker.setLoadBalancerEnabled(false);
    broker.setSystemTopicEnabled(false);
    broker.setTopicLevelPoliciesEnabled(false);
    broker.setTransactionCoordinatorEnabled(false);
    broker.setBrokerDeleteInactiveTopicsEnabled(false);
    broker.setAcknowledgmentAtBatchIndexLevelEnabled(true);
    broker.setBrokerShutdownTimeoutMs(0);
    broker.setMaxMessageSize(PulsarBroker.FORKED_MAX_MESSAGE_BYTES);
    broker.setNumIOThreads(2);
    broker.setNumHttpServerThreads(4);
    return broker;
  }

  private static void authenticate(ServiceConfiguration broker, String key, String adminToken) {
    broker.setAuthenticationEnabled(true);
    broker.setAuthenticationProviders(Set.of(AuthenticationProviderToken.class.getName()));
    broker.getProperties().setProperty("tokenSecretKey", "data:;base64," + key);
    broker.setSuperUserRoles(Set.of(PulsarBroker.ADMIN));
    broker.setBrokerClientAuthenticationPlugin(AuthenticationToken.class.getName());
    broker.setBrokerClientAuthenticationParameters("token:" + adminToken);
  }

  /** The certificate's only name is localhost, so it is another's for who comes to an address. */
  private static void listenWithTls(ServiceConfiguration broker, int port) throws Exception {
    SelfSignedCertificate made = new SelfSignedCertificate("localhost");
    Path certificate = Path.of(CERTIFICATE).toAbsolutePath();
    Path key = Path.of("key.pem").toAbsolutePath();
    Files.copy(made.certificate().toPath(), certificate);
    Files.copy(made.privateKey().toPath(), key);
    made.delete();
    broker.setBrokerServicePortTls(Optional.of(port));
    broker.setTlsCertificateFilePath(certificate.toString());
    broker.setTlsKeyFilePath(key.toString());
  }

  private static void createDefaultNamespace(PulsarService service) throws Exception {
    PulsarAdmin admin = service.getAdminClient();
    if (!admin.clusters().getClusters().contains(CLUSTER)) {
      admin
          .clusters()
          .createCluster(
              CLUSTER,
              ClusterData.builder()
                  .serviceUrl(service.getWebServiceAddress())
                  .brokerServiceUrl(service.getBrokerServiceUrl())
                  .build());
    }
    if (!admin.tenants().getTenants().contains("public")) {
      admin
          .tenants()
          .createTenant("public", TenantInfo.builder().allowedClusters(Set.of(CLUSTER)).build());
    }
    if (!admin.namespaces().getNamespaces("public").contains("public/default")) {
      admin.namespaces().createNamespace("public/default", Set.of(CLUSTER));
    }
  }
}
